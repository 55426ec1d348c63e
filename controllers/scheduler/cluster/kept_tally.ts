/**
 * Sums over all nodes that are kept from pod to pod.
 *
 * @module
 */

import type { PodInfo } from "../pod/pod_info.ts";
import type { NodeInfo } from "./node_info.ts";
import type { NodeChange, Snapshot } from "./snapshot.ts";

/** What nodes bring to a sum. */
export interface Tallied<V> {
  /** What a node brings; undefined where that is nothing. */
  of(node: NodeInfo): V | undefined;
  /** Puts what a node brings into the sum, or takes it out again. */
  count(value: V, sign: 1 | -1): void;
  /** The sum is to be of nothing. */
  clear(): void;
  /** The only nodes that bring anything; undefined, or not there, where each has to be asked. */
  among?(snapshot: Snapshot): Iterable<NodeInfo> | undefined;
  /** Whether a pod can change what its node brings. With it goes {@link moved}. */
  concerns?(pod: PodInfo): boolean;
  /**
   * What a node brings after such a pod has come to it, or has left it, by what it brought before. A node that
   * brought nothing is asked itself when a pod has left it.
   */
  moved?(value: V | undefined, by: 1 | -1, node: NodeInfo): V | undefined;
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
    const changes = this.#position < 0 ? undefined : snapshot.changesSince(this.#position);
    this.#position = snapshot.position;
    if (changes === undefined) {
      this.sum.clear();
      this.#brought.clear();
      for (const node of this.sum.among?.(snapshot) ?? snapshot.nodes) {
        this.#bring(node.name, this.sum.of(node));
      }
      return this.sum;
    }
    const asked = new Set<string>();
    for (const change of changes) {
      const { name } = change;
      if (!asked.has(name) && !this.#move(change, snapshot)) asked.add(name);
    }
    for (const name of asked) {
      const node = snapshot.get(name);
      this.#bring(name, node && this.sum.of(node));
    }
    return this.sum;
  }

  /** How many nodes bring anything. */
  get size(): number {
    return this.#brought.size;
  }

  /** Whether what a pod changes could be told without a look at all that is on the node. */
  #move({ name, pod, by }: NodeChange, snapshot: Snapshot): boolean {
    const { sum } = this;
    if (pod === undefined || sum.concerns === undefined) return false;
    if (!sum.concerns(pod)) return true;
    const node = snapshot.get(name);
    const before = this.#brought.get(name);
    if (node === undefined || (before === undefined && by === -1)) return false;
    this.#bring(name, sum.moved!(before, by!, node));
    return true;
  }

  /** A node brings this from now on. */
  #bring(name: string, value: V | undefined): void {
    const before = this.#brought.get(name);
    if (before === value) return;
    if (before !== undefined) this.sum.count(before, -1);
    if (value === undefined) {
      this.#brought.delete(name);
      return;
    }
    this.sum.count(value, 1);
    this.#brought.set(name, value);
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
