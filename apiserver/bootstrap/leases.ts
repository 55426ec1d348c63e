/**
 * Leases of the server's replicas in the store.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Store } from "../storage/mod.ts";

/** A replica whose lease has not moved for so long is gone. */
export const LEASE_MS = 15_000;

/**
 * Finds out which replicas of the server are alive. Each writes a lease into the store again and
 * again; a replica counts as alive while its lease moves. Only revisions and this process's own
 * clock are compared, so the clocks of replicas need not agree.
 */
export class ReplicaLeases {
  readonly #store: Store;
  readonly #prefix: string;
  readonly #clock: Clock;
  /** When each lease was last seen to have moved, and its revision then. */
  readonly #seen = new Map<string, { readonly revision: number; readonly at: number }>();

  /** `storePrefix` is `--store-prefix`. */
  constructor(store: Store, storePrefix: string, clock: Clock) {
    this.#store = store;
    this.#prefix = `${storePrefix}/masterleases/`;
    this.#clock = clock;
  }

  /** Says that the replica at `address` lives. */
  async renew(address: string, signal: AbortSignal): Promise<void> {
    const value = new TextEncoder().encode(JSON.stringify({ renewed: this.#clock.now() }));
    await this.#store.commit([{ type: "put", key: this.#prefix + address, value }], { signal });
  }

  /** The addresses of the replicas that live, in order; leases of others are removed. */
  async alive(signal: AbortSignal): Promise<string[]> {
    const { items } = await this.#store.range(this.#prefix, { signal });
    const now = this.#clock.monotonic();
    const alive: string[] = [];
    const keys = new Set(items.map(({ key }) => key));
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
    for (const { key, revision } of items) {
      let seen = this.#seen.get(key);
      // One that was never seen may be as young as it can be.
      if (seen?.revision !== revision) this.#seen.set(key, seen = { revision, at: now });
      if (now - seen.at < LEASE_MS) alive.push(key.slice(this.#prefix.length));
      else await this.#forget(key, revision);
    }
    return alive;
  }

  /** Says that the replica at `address` is about to end. */
  async release(address: string): Promise<void> {
    await this.#store.commit([{ type: "delete", key: this.#prefix + address }]);
  }

  async #forget(key: string, revision: number): Promise<void> {
    // Should it have moved meanwhile, it stays.
    await this.#store.commit([{ type: "delete", key, revision }]).catch(() => {});
    this.#seen.delete(key);
  }
}
