/** The contracts of reading, watching and writing objects, and what is common to clients. */
export {
  type AnyKind,
  type AnyObject,
  type Apply,
  type ApplyMeta,
  type Draft,
  type DraftMeta,
  dynamicKind,
  isKind,
  type JsonPatch,
  type Kind,
  type KubeObject,
  type Live,
  type LiveMeta,
  type MergePatch,
  type ObjectOf,
  placeOf,
  type Ref,
  type WriteOf,
} from "./kind.ts";
export type { CachedOptions, Derived, Lister } from "./lister.ts";
export type { CallOptions, ListOptions, ObjectList, Reader, SelectOptions } from "./reader.ts";
export type { Watcher, WatchEvent, WatchOptions } from "./watcher.ts";
export type { ApplyOptions, DeleteOptions, Mutate, WriteOptions, Writer } from "./writer.ts";
export { CONFLICT_ATTEMPTS, createOrUpdate, ensureExists, retryOnConflict } from "./conflicts.ts";
