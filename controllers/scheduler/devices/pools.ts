/**
 * Pools of devices, as a node can reach them: of each the newest slices.
 *
 * @module
 */

import type { Quantity } from "../../../toolkit/mod.ts";
import type { SelectableNode } from "../../../toolkit/pods/node_selection.ts";
import type { SliceView } from "./device_views.ts";
import { isReachable } from "./node_place.ts";

/** A pool, as a node can reach it. It is shared: do not change it. */
export interface Pool {
  readonly id: string;
  readonly driver: string;
  readonly name: string;
  /** `incomplete`: some of its slices are not there yet; `invalid`: its slices contradict each other. */
  readonly state: "usable" | "incomplete" | "invalid";
  /** The slices with devices that can be reached, in the order of their names. */
  readonly slices: readonly SliceView[];
  /** All of its slices, of other nodes too: their devices count on the same counters. */
  readonly all: readonly SliceView[];
  /** By the name of the set, then of the counter. */
  readonly counters: ReadonlyMap<string, ReadonlyMap<string, Quantity>>;
}

/** Finds slices. */
export interface SliceSource {
  /** Those of one node alone. */
  ofNode(name: string): readonly SliceView[];
  /** Those of more nodes, and those with counters. */
  readonly shared: readonly SliceView[];
  /** Those of a pool. */
  ofPool(id: string): readonly SliceView[];
}

/** Pools by nodes: made when they are first asked for, and good for one state of all slices. */
export class Pools {
  readonly #source: SliceSource;
  readonly #byNode = new WeakMap<SelectableNode, readonly Pool[]>();
  /** Pools by the very slices that can be reached: one for all nodes that reach the same. */
  readonly #byReach = new Map<string, Pool | undefined>();

  constructor(source: SliceSource) {
    this.#source = source;
  }

  /**
   * The pools that a node can reach, in the order of their drivers' names and of their own; those with devices that
   * have to be made ready come last.
   */
  on(node: SelectableNode): readonly Pool[] {
    let pools = this.#byNode.get(node);
    if (pools === undefined) {
      pools = this.#gather(node);
      this.#byNode.set(node, pools);
    }
    return pools;
  }

  #gather(node: SelectableNode): Pool[] {
    const reached = new Map<string, SliceView[]>();
    for (const slices of [this.#source.ofNode(node.name), this.#source.shared]) {
      for (const slice of slices) {
        if (!reaches(slice, node)) continue;
        const others = reached.get(slice.poolId);
        const generation = others?.[0]?.generation ?? -1n;
        // What is older says nothing of the pool any more.
        if (slice.generation > generation) reached.set(slice.poolId, [slice]);
        else if (slice.generation === generation) others!.push(slice);
      }
    }
    const usable: Pool[] = [];
    const slow: Pool[] = [];
    for (const slices of reached.values()) {
      const pool = this.#pool(slices);
      if (pool !== undefined) (hasConditions(pool) ? slow : usable).push(pool);
    }
    return [...usable.sort(byName), ...slow.sort(byName)];
  }

  /** The pool of slices of one generation; undefined: there is a newer one, which the node can't reach. */
  #pool(reached: SliceView[]): Pool | undefined {
    const key = reached.map(({ name }) => name).sort().join(" ");
    if (this.#byReach.has(key)) return this.#byReach.get(key);
    const pool = this.#made(reached);
    this.#byReach.set(key, pool);
    return pool;
  }

  #made(reached: SliceView[]): Pool | undefined {
    const [{ poolId: id, driver, pool: name, generation, count }] = reached as [SliceView];
    let all: readonly SliceView[] = reached;
    if (BigInt(reached.length) !== count) {
      const known = this.#source.ofPool(id);
      if (known.some((one) => one.generation > generation)) return undefined;
      all = known.filter((one) => one.generation === generation);
    }
    const state = BigInt(all.length) !== count
      ? "incomplete"
      : isValid(reached, all)
      ? "usable"
      : "invalid";
    return {
      id,
      driver,
      name,
      state,
      all,
      slices: state !== "usable" ? [] : reached.filter(({ counters }) => counters.size === 0)
        .sort((one, other) => compare(one.name, other.name)),
      counters: new Map(reached.flatMap(({ counters }) => [...counters])),
    };
  }
}

/** Counters are needed wherever the devices are. */
function reaches(slice: SliceView, node: SelectableNode): boolean {
  if (slice.counters.size > 0) return true;
  if (!slice.isPerDevice) return isReachable(slice.place, node);
  return slice.devices.some(({ place }) => isReachable(place, node));
}

function hasConditions({ slices }: Pool): boolean {
  return slices.some(({ devices }) =>
    devices.some(({ bindingConditions }) => bindingConditions !== undefined)
  );
}

/** Whether no name stands for two devices that can be reached, and counters that devices take of are there. */
function isValid(reached: readonly SliceView[], all: readonly SliceView[]): boolean {
  const names = new Set<string>();
  const counters = new Map<string, ReadonlyMap<string, Quantity>>();
  for (const { devices, counters: sets, twiceCounted } of reached) {
    if (twiceCounted !== undefined) return false;
    for (const [set, all] of sets) {
      if (counters.has(set)) return false;
      counters.set(set, all);
    }
    for (const { name } of devices) {
      if (names.has(name)) return false;
      names.add(name);
    }
  }
  return all.every(({ devices }) =>
    devices.every(({ uses }) => uses.every(({ set, counter }) => counters.get(set)?.has(counter)))
  );
}

function byName(one: Pool, other: Pool): number {
  return compare(one.driver, other.driver) || compare(one.name, other.name);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
