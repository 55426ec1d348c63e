/**
 * The replicas that the server's own endpoints show.
 *
 * @module
 */

import type { ReplicaLeases } from "./leases.ts";

/** How the endpoints of the API server's service are kept. */
export type EndpointReconciler = "lease" | "master-count" | "none";

/**
 * How the server's replicas agree on the addresses of its own Service, by `--endpoint-reconciler-
 * type`. `join` is called again and again while the replica lives, `leave` once when it ends.
 */
export interface Replicas {
  /** This replica lives, and shall be shown. */
  join(signal: AbortSignal): Promise<void>;
  /** This replica ends. */
  leave(): Promise<void>;
  /** The addresses to be shown, where `shown` are the ones that are. */
  addresses(shown: readonly string[], signal: AbortSignal): Promise<readonly string[]>;
}

/** Those whose lease in the store is renewed again and again. */
export function replicasByLease(address: string, leases: ReplicaLeases): Replicas {
  return {
    join: (signal) => leases.renew(address, signal),
    leave: () => leases.release(address),
    addresses: (_, signal) => leases.alive(signal),
  };
}

/** Those that added themselves, up to a number: each takes off only itself, and who is too many. */
export function replicasByCount(address: string, count: number): Replicas {
  let joined = false;
  return {
    join: () => Promise.resolve(void (joined = true)),
    leave: () => Promise.resolve(void (joined = false)),
    addresses(shown) {
      const others = shown.filter((one) => one !== address);
      return Promise.resolve(joined ? among(others, address, count) : others);
    },
  };
}

/** The addresses with `own` among them, at most `count`: those after it in their order go first. */
export function among(shown: readonly string[], own: string, count: number): readonly string[] {
  const all = [...new Set([...shown, own])].sort();
  while (all.length > count) all.splice((all.indexOf(own) + 1) % all.length, 1);
  return all;
}
