/**
 * Which blocks of the cluster's ranges nodes have: one of each range.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import { type IpRange, parseCidrSloppy } from "../../toolkit/validation/mod.ts";
import { type BlockMetrics, blockMetrics } from "./block_metrics.ts";
import type { BlockSet } from "./block_set.ts";

/** See the module. */
export class NodeBlocks {
  readonly #sets: readonly BlockSet[];
  readonly #metrics: BlockMetrics;
  /** What nodes are known to have, as text. */
  readonly #had = new Map<string, string>();

  /** Of the services' ranges nothing is handed out. */
  constructor(sets: readonly BlockSet[], services: readonly IpRange[], metrics: Registry) {
    this.#sets = sets;
    this.#metrics = blockMetrics(metrics, sets);
    for (const set of sets) {
      // No node has such a name.
      for (const range of services) set.hold(`services ${range}`, range);
      this.#metrics.tell(set);
    }
  }

  /** Whether every range has a block that is free. */
  get hasFree(): boolean {
    return this.#sets.every(({ used, size }) => used < size);
  }

  /**
   * Has a node have what it says that it has, and nothing else. Tells which of it is in none of the cluster's ranges,
   * once as long as it says the same.
   */
  keep(node: string, blocks: readonly string[]): string[] {
    const text = blocks.join();
    if (this.#had.get(node) === text) return [];
    this.#had.set(node, text);
    const ranges = blocks.map((block) => parseCidrSloppy(block));
    for (const set of this.#sets) {
      const isOfSet = ranges.some((range) => range !== undefined && set.hold(node, range));
      if (!isOfSet) set.release(node);
      this.#metrics.tell(set);
    }
    return blocks.filter((_, index) => {
      const range = ranges[index];
      return range === undefined || !this.#sets.some((set) => overlaps(set.range, range));
    });
  }

  /** Takes a block of each range for a node, the same ones as long as nobody says otherwise; the range that has none. */
  take(node: string): { readonly blocks: string[] } | { readonly exhausted: IpRange } {
    const blocks: string[] = [];
    for (const set of this.#sets) {
      const taken = set.take(node);
      if (taken === undefined) {
        // What comes to nothing is not kept from others.
        this.release(node);
        return { exhausted: set.range };
      }
      if (taken.passed !== undefined) this.#metrics.searched(set, taken.passed);
      this.#metrics.tell(set);
      blocks.push(taken.block);
    }
    return { blocks };
  }

  /** A node has nothing any more. */
  release(node: string): void {
    this.#had.delete(node);
    for (const set of this.#sets) {
      set.release(node);
      this.#metrics.tell(set);
    }
  }
}

function overlaps(one: IpRange, other: IpRange): boolean {
  return one.contains(other.first) || other.contains(one.first);
}
