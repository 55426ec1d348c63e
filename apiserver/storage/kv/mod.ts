/**
 * Stores in Deno KV databases.
 *
 * @module
 */

export { type FileStoreOptions, openFileStore } from "./file.ts";
export { KvStore, type KvStoreOptions } from "./store.ts";
