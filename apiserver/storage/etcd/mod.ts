/**
 * The store in an etcd cluster.
 *
 * @module
 */

export type { Timeouts } from "./client.ts";
export { openEtcdStore } from "./open.ts";
export { type Member, parseMembers } from "./servers.ts";
export { EtcdStore, type EtcdStoreOptions } from "./store.ts";
