/**
 * Sums over all nodes that are kept from pod to pod.
 *
 * @module
 */

import type { NodeInfo } from "./node_info.ts";
import type { Snapshot } from "./snapshot.ts";

/** What nodes bring to a sum. */
export interface Tallied<V> {
  /** What a node brings; undefined where that is nothing. */
  of(node: NodeInfo): V | undefined;
  /** Puts what a node brings into the sum, or takes it out again. */
  count(value: V, sign: 1 | -1): void;
  /** The sum is to be of nothing. */
  clear(): void;
}

/** A sum over all nodes: of each node that has changed, what it brought goes out and what it brings comes in. */
export class KeptTally<V, T extends Tallied<V>> {
  readonly sum: T;
  readonly #brought = new Map<string, V>();
  #position = -1;

  constructor(sum: T) {
    this.sum = sum;
  }

  /** The sum of a snapshot; none older than the one before. */
  of(snapshot: Snapshot): T {
    if (this.#position === snapshot.position) return this.sum;
    const changed = this.#position < 0 ? undefined : snapshot.changedSince(this.#position);
    this.#position = snapshot.position;
    if (changed === undefined) {
      this.sum.clear();
      this.#brought.clear();
      for (const node of snapshot.nodes) this.#add(node);
      return this.sum;
    }
    for (const name of changed) {
      const before = this.#brought.get(name);
      if (before !== undefined) {
        this.sum.count(before, -1);
        this.#brought.delete(name);
      }
      const node = snapshot.get(name);
      if (node !== undefined) this.#add(node);
    }
    return this.sum;
  }

  /** How many nodes bring anything. */
  get size(): number {
    return this.#brought.size;
  }

  #add(node: NodeInfo): void {
    const value = this.sum.of(node);
    if (value === undefined) return;
    this.sum.count(value, 1);
    this.#brought.set(node.name, value);
  }
}

/** So many sums are kept. */
const MOST_SUMS = 1024;
/** What nodes bring to all sums that are kept: some 100 bytes each. */
const MOST_BROUGHT = 1_000_000;

/** Sums by what they are of: those that were asked for last are kept, as far as there is room. */
export class KeptTallies<T> {
  readonly #kept = new Map<string, KeptTally<never, never>>();
  #brought = 0;
  #made = 0;

  /** How many had to be made anew: each looks at all nodes once. */
  get made(): number {
    return this.#made;
  }

  /** A sum, made where it is not kept. */
  of<V, S extends Tallied<V> & T>(id: string, snapshot: Snapshot, make: () => S): S {
    let tally = this.#kept.get(id) as KeptTally<V, S> | undefined;
    if (tally === undefined) {
      this.#made++;
      tally = new KeptTally<V, S>(make());
    } else {
      this.#kept.delete(id);
    }
    this.#brought -= tally.size;
    const sum = tally.of(snapshot);
    this.#brought += tally.size;
    this.#kept.set(id, tally as unknown as KeptTally<never, never>);
    this.#makeRoom();
    return sum;
  }

  /** The one that was asked for just now stays. */
  #makeRoom(): void {
    for (const [id, { size }] of this.#kept) {
      const fits = this.#kept.size <= MOST_SUMS && this.#brought <= MOST_BROUGHT;
      if (fits || this.#kept.size === 1) return;
      this.#kept.delete(id);
      this.#brought -= size;
    }
  }
}
