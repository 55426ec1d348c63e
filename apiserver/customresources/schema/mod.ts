/**
 * Schemas of custom resources: how their objects are read, filled in, checked, merged and described.
 *
 * @module
 */

export {
  findUnknownFormats,
  hasDefaults,
  PATTERNS_LIMIT,
  sizeOfPatterns,
  validateSchema,
} from "./definition_rules.ts";
export type { CoerceOptions } from "./embedded.ts";
export { mergeTypeOfStructural } from "./merge_type.ts";
export { SchemaNode } from "./node.ts";
export { describeStructural } from "./open_api.ts";
export { type SchemaPath, schemaPath, SchemaPathError } from "./schema_path.ts";
export { readStructural, Structural, structuralOf, type StructuralResult } from "./structural.ts";
export type { Warn } from "./rules.ts";
