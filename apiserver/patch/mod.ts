/**
 * Patches of objects: JSON patch, JSON merge patch and strategic merge patch, as pure functions on
 * JSON values.
 *
 * ```ts
 * import { readPatch } from "./mod.ts";
 *
 * const patch = readPatch({
 *   mediaType: "application/merge-patch+json",
 *   body: new TextEncoder().encode(`{"data": {"a": null}}`),
 * });
 * patch({ kind: "ConfigMap", data: { a: "1", b: "2" } }); // { kind: "ConfigMap", data: { b: "2" } }
 * ```
 *
 * @module
 */

export {
  applyPatchBody,
  JSON_PATCH,
  MERGE_PATCH,
  type Patch,
  type PatchBody,
  patchMediaTypes,
  readPatch,
  STRATEGIC_MERGE_PATCH,
} from "./body.ts";
export { jsonPatch, type JsonPatchOptions } from "./json_patch.ts";
export { LIMIT_OPERATIONS } from "./limits.ts";
export type { JsonObject } from "../../toolkit/values/json.ts";
export { mergePatch } from "../../toolkit/patch/merge_patch.ts";
export { printValue } from "./print.ts";
export { strategicMergePatch } from "./strategic_merge.ts";
