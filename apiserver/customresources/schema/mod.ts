/**
 * Schemas of custom resources: how their objects are read, filled in, checked, merged and described.
 *
 * @module
 */

export { mergeTypeOfStructural } from "./merge_type.ts";
export { Structural, structuralOf, type StructuralResult } from "./structural.ts";
export { violationsOf } from "./violations.ts";
