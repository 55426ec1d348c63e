/**
 * The schema of the built-in API: kinds, resources, and the types behind them, in either dialect.
 *
 * ```ts
 * import { schemaOf } from "./mod.ts";
 *
 * const pod = schemaOf("kubernetes").kind("", "v1", "Pod");
 * pod?.properties.get("metadata")?.proto; // 1
 * ```
 *
 * @module
 */

export {
  formatApiVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  parseApiVersion,
  type Resource,
  subresourceKind,
} from "./resource.ts";
export { findKind, type Kind, Schema, schemaOf } from "./schema.ts";
export {
  type Field,
  isTypeMeta,
  type ListMerge,
  type ListType,
  type MapType,
  type PatchStrategy,
  type ScalarKind,
  type ScalarType,
  StructType,
  type Type,
} from "./type.ts";
