/** The contracts of reading, watching and writing objects, and what is common to clients. */
export type { CachedOptions, Derived, Lister } from "./lister.ts";
export type {
  CallOptions,
  ListOptions,
  ObjectList,
  Reader,
  SelectOptions,
  Subresource,
} from "./reader.ts";
export type { StreamEvent, Watcher, WatchOptions } from "./watcher.ts";
export type {
  ApplyOptions,
  DeleteAllOptions,
  DeleteOptions,
  Mutate,
  PatchOptions,
  WriteOptions,
  Writer,
} from "./writer.ts";
export { CONFLICT_ATTEMPTS, createOrUpdate, ensureExists, retryOnConflict } from "./conflicts.ts";
