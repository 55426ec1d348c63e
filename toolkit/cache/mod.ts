/**
 * What a process knows of the objects of a kind: their bytes, and what it hears and writes of them.
 *
 * @module
 */

export type { IndexKeys } from "./key_index.ts";
export {
  type Delta,
  type Entered,
  type Listing,
  type LookUp,
  ObjectCache,
  type ObjectCacheOptions,
  type OwnDeletion,
} from "./object_cache.ts";
export {
  type Change,
  namespaceOf,
  type NewObject,
  ObjectStore,
  type ObjectStoreOptions,
  type StoredObject,
} from "./object_store.ts";
export { isNewer } from "./revision.ts";
