/**
 * What the signatures of this folder stand on, all of which mod.ts has.
 *
 * @module
 */

export * from "../../../mod.ts";
