/**
 * The store in an etcd cluster.
 *
 * @module
 */

export type { Timeouts } from "./client.ts";
export { EtcdStore, type EtcdStoreOptions } from "./store.ts";
