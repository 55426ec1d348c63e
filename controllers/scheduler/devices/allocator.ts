/**
 * Finds devices for the claims of one pod, node by node.
 *
 * @module
 */

import type { resourceV1 } from "../../../toolkit/mod.ts";
import type { SelectableNode } from "../../../toolkit/pods/node_selection.ts";
import { allocationOf } from "./allocation.ts";
import { Candidates } from "./candidates.ts";
import { hasRoom } from "./capacity.ts";
import { ClaimError } from "./claim_error.ts";
import { CountersLeft } from "./counters.ts";
import type { Effort } from "./effort.ts";
import type { HeldDevices } from "./held_devices.ts";
import { isReachable } from "./node_place.ts";
import type { Pool, Pools } from "./pools.ts";
import type { Alternative, ClaimToAllocate } from "./requests.ts";
import { type Located, MOST_RESULTS, Search } from "./search.ts";

/** What devices are found with. They stay as they are while an allocator is used. */
export interface AllocatorParts {
  readonly pools: Pools;
  readonly held: HeldDevices;
  readonly effort: Effort;
  /** Names what a claim has of a device that several share. */
  readonly shareId: () => string;
}

/** A node has no devices for the claims, and why. */
export class NoDevices extends Error {
  override name = "NoDevices";
}

/** See the module. What was found out for one node is not found out again for the next one. */
export class Allocator {
  readonly #parts: AllocatorParts;
  readonly #candidates: Candidates;
  readonly #countersLeft: CountersLeft;

  constructor(parts: AllocatorParts) {
    this.#parts = parts;
    this.#candidates = new Candidates(parts.held, parts.effort);
    this.#countersLeft = new CountersLeft(parts.held);
  }

  /**
   * What each claim would get on a node; undefined: there is no way. Throws {@link ClaimError} for a claim that can be
   * had nowhere, {@link NoDevices} where something is wrong with the node's devices, and as the effort does.
   */
  allocate(
    node: SelectableNode,
    claims: readonly ClaimToAllocate[],
  ): resourceV1.AllocationResult[] | undefined {
    const { effort, held, shareId } = this.#parts;
    effort.beginNode();
    const pools = this.#parts.pools.on(node);
    const all = new Map<Alternative, readonly Located[]>();
    for (const { key, requests } of claims) {
      let least = 0;
      for (const { alternatives } of requests) {
        const counts = alternatives.map((one) => {
          if (one.count !== undefined) return one.count;
          const found = this.#all(key, one, pools, node);
          all.set(one, found);
          return found.length;
        });
        least += Math.min(...counts);
      }
      if (least > MOST_RESULTS) {
        throw new ClaimError(
          `claim ${key}: number of requested devices ${least} exceeds the claim limit of ` +
            `${MOST_RESULTS}`,
        );
      }
    }
    const search = new Search({
      node,
      claims,
      pools: pools.filter(({ state }) => state === "usable"),
      all,
      candidates: this.#candidates,
      held,
      countersLeft: this.#countersLeft,
      effort,
    });
    const found = search.run();
    if (found !== undefined) {
      return claims.map((claim, index) => allocationOf(claim, found[index]!, node.name, shareId));
    }
    if (pools.some(({ state }) => state === "invalid")) {
      throw new NoDevices("invalid resource pools were encountered");
    }
    return undefined;
  }

  /** All devices that a request selects: none may be missing. */
  #all(
    claimKey: string,
    alternative: Alternative,
    pools: readonly Pool[],
    node: SelectableNode,
  ): Located[] {
    const found: Located[] = [];
    for (const pool of pools) {
      if (pool.state !== "usable") {
        const state = pool.state === "incomplete" ? "being updated" : "invalid";
        throw new ClaimError(
          `claim ${claimKey}, request ${alternative.name}: asks for all devices, but resource ` +
            `pool ${pool.id} is currently ${state}`,
        );
      }
      for (const slice of pool.slices) {
        for (const [index, device] of slice.devices.entries()) {
          if (!this.#candidates.isSelected(alternative, slice, index)) continue;
          if (slice.isPerDevice && !isReachable(device.place, node)) continue;
          const others = this.#parts.held.sharesOf(device.id);
          if (hasRoom(device, alternative.amounts, others)) found.push({ device, slice, pool });
        }
      }
    }
    return found;
  }
}
