/**
 * Who owns which fields of an object, and server-side apply: pure functions from objects to objects.
 *
 * ```ts
 * import { schemaOf } from "../../toolkit/schema/mod.ts";
 * import { mergeTypeOf, trackUpdate } from "./mod.ts";
 *
 * const configMap = schemaOf("kubernetes").kind("", "v1", "ConfigMap")!;
 * const object = trackUpdate({
 *   schema: mergeTypeOf(configMap),
 *   updated: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { k: "v" } },
 *   manager: "kubectl-create",
 *   apiVersion: "v1",
 *   now: "2026-01-02T03:04:05Z",
 * });
 * ```
 *
 * @module
 */

export type { ApplyPatchOptions } from "./apply_once.ts";
export { type Applied, applyPatch } from "./apply_patch.ts";
export { UPDATE_MANAGERS_LIMIT } from "./cap.ts";
export {
  type ElementScalar,
  fieldElement,
  type Path,
  type PathElement,
  printPath,
} from "./element.ts";
export { FieldSet } from "./field_set.ts";
export type { FieldTree } from "./field_tree.ts";
export { FieldsError } from "./fields_error.ts";
export { fieldsOf } from "./fields_of.ts";
export {
  type Manager,
  type ManagerName,
  type Managers,
  type Operation,
  readManagers,
  type Source,
} from "./managers.ts";
export {
  type FieldForm,
  type ListForm,
  listType,
  type MapForm,
  mapType,
  type MergeType,
  type ScalarForm,
  scalarType,
  UNTYPED,
} from "./merge_type.ts";
export type { OtherVersions } from "./other_versions.ts";
export { type OwnershipPolicy, REFERENCE, SPECIFIED } from "./policy.ts";
export { entriesOfPart, entriesWithPart, type OwnedPart } from "./part_owners.ts";
export type { UnownedFields } from "./prune.ts";
export { isSameObject } from "./same_object.ts";
export { mergeTypeOf } from "./struct_merge_type.ts";
export { type TrackOptions, trackUpdate, type TrackUpdateOptions } from "./track_update.ts";
