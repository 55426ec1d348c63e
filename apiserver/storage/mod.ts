/**
 * The store under the API server, and its backends: `memory.ts`, `kv/` (an embedded file),
 * `kvconnect/` (a database of Deno KV elsewhere), `etcd/`. `store.ts` says what all of them guarantee.
 *
 * @module
 */

export {
  Closed,
  Compacted,
  Conflict,
  Corrupt,
  FutureRevision,
  InvalidRequest,
  Locked,
  NewerFormat,
  Overloaded,
  SetBack,
  StoreError,
  TooLarge,
  Unavailable,
  UnfinishedRestore,
  Unusable,
  WrongDialect,
} from "./errors.ts";
export {
  type StorageEncoding,
  storageEncoding,
  type StorageForm,
  type StoredObject,
} from "./encoding.ts";
export { keyPrefix, normalizePrefix, type ObjectLocation } from "./keys.ts";
export { MemoryStore, type MemoryStoreOptions } from "./memory.ts";
export { checkServers, openStore } from "./open.ts";
export type { BackendOptions, Server, StoreOptions, StoreTls } from "./options.ts";
export { openStoreSet, parseOverrides, type StoreOverride, type StoreSet } from "./overrides.ts";
export type {
  CallOptions,
  Change,
  ChangeBatch,
  ChangesOptions,
  CommitOptions,
  GetOptions,
  Op,
  Page,
  RangeOptions,
  Store,
  Stored,
  StoreStatus,
} from "./store.ts";
export { measuredStore } from "./measured.ts";
export { transforming } from "./transformed.ts";
export { type Decoded, identity, type ValueTransformer } from "./transformer.ts";
