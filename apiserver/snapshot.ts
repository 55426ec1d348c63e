/**
 * The state of a server on memory: to come back to, and to start others from.
 *
 * @module
 */

import type { ReadObjects } from "./storage/cache/mod.ts";
import { MemoryStore, type StoreSet } from "./storage/mod.ts";

/** What servers have in common of which one was forked from the other. */
export type Family = symbol;

/** What was read of each store, in their order. */
type Read = readonly ReadonlyMap<string, ReadObjects>[];

/**
 * All that a server on memory had stored at one moment. It shares with the server, and with whatever is
 * made of it, all bytes that neither has changed, and stays as it is.
 */
export class ServerSnapshot {
  readonly family: Family;
  readonly #stores: readonly MemoryStore[];
  readonly #indexOf: (group: string, resource: string) => number;
  #read: Read | undefined;

  /**
   * `read`: what was read of each store; undefined where nobody has yet. Throws where a store is not in
   * memory.
   */
  constructor(family: Family, set: StoreSet, read?: Read) {
    this.family = family;
    this.#read = read;
    this.#stores = memoryStores(set).map((store) => store.fork());
    this.#indexOf = (group, resource) => set.stores.indexOf(set.storeFor(group, resource));
  }

  /** What was read of each store: nobody has to read it again. */
  get read(): Read | undefined {
    return this.#read;
  }

  /**
   * Takes what a server read that began with this state, where nobody had read it before. What it has
   * written since is none of it, and is known by its revision.
   */
  keepRead(read: Read): void {
    this.#read ??= read;
  }

  /** The newest revision that it has. */
  get revision(): number {
    return Math.max(...this.#stores.map(({ newest }) => newest));
  }

  /** Stores of their own that begin with this state. */
  fork(): StoreSet {
    const stores = this.#stores.map((store) => store.fork());
    return {
      stores,
      storeFor: (group, resource) => stores[this.#indexOf(group, resource)]!,
      close: async () => {
        await Promise.all(stores.map((store) => store.close()));
      },
    };
  }

  /** Brings stores back to this state: see `MemoryStore.reset()`. */
  async restore(set: StoreSet): Promise<void> {
    await Promise.all(
      memoryStores(set).map((store, index) => store.reset(this.#stores[index]!)),
    );
  }
}

function memoryStores({ stores }: StoreSet): readonly MemoryStore[] {
  return stores.map((store) => {
    if (store instanceof MemoryStore) return store;
    throw new Error(
      "only a server whose stores are in memory can be snapshot, reset and forked: start it on a MemoryStore",
    );
  });
}
