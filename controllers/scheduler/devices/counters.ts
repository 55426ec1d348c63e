/**
 * Counters that devices of a pool share: what some take others can't have.
 *
 * @module
 */

import { Quantity } from "../../../toolkit/mod.ts";
import type { DeviceView } from "./device_views.ts";
import type { HeldDevices } from "./held_devices.ts";
import type { Pool } from "./pools.ts";

/** What is left of the counters of pools beside what claims have: looked up once for each pool. */
export class CountersLeft {
  readonly #held: HeldDevices;
  readonly #byPool = new Map<string, Map<string, Quantity>>();

  constructor(held: HeldDevices) {
    this.#held = held;
  }

  of(pool: Pool): ReadonlyMap<string, Quantity> {
    const known = this.#byPool.get(pool.id);
    if (known !== undefined) return known;
    const left = new Map<string, Quantity>();
    for (const [set, counters] of pool.counters) {
      for (const [counter, value] of counters) left.set(keyOf(set, counter), value);
    }
    for (const { devices } of pool.all) {
      for (const { id, uses } of devices) {
        if (uses.length === 0) continue;
        if (!this.#held.isTaken(id) && this.#held.sharesOf(id) === undefined) continue;
        for (const { set, counter, amount } of uses) {
          const key = keyOf(set, counter);
          left.set(key, (left.get(key) ?? Quantity.zero).subtract(amount));
        }
      }
    }
    this.#byPool.set(pool.id, left);
    return left;
  }
}

/** What devices take that are looked at together. */
export class CountersTaken {
  readonly #left: CountersLeft;
  readonly #byPool = new Map<string, Map<string, Quantity>>();

  constructor(left: CountersLeft) {
    this.#left = left;
  }

  /** Takes what a device takes, where that is left. */
  take({ uses }: DeviceView, pool: Pool): boolean {
    const left = this.#left.of(pool);
    const taken = this.#byPool.get(pool.id) ?? new Map<string, Quantity>();
    this.#byPool.set(pool.id, taken);
    for (const [at, { set, counter, amount }] of uses.entries()) {
      const key = keyOf(set, counter);
      const sum = (taken.get(key) ?? Quantity.zero).add(amount);
      if (sum.compare(left.get(key) ?? Quantity.zero) > 0) {
        this.#giveBack(taken, uses.slice(0, at));
        return false;
      }
      taken.set(key, sum);
    }
    return true;
  }

  /** Takes it back. */
  giveBack({ uses }: DeviceView, pool: Pool): void {
    this.#giveBack(this.#byPool.get(pool.id)!, uses);
  }

  #giveBack(taken: Map<string, Quantity>, uses: DeviceView["uses"]): void {
    for (const { set, counter, amount } of uses) {
      const key = keyOf(set, counter);
      taken.set(key, taken.get(key)!.subtract(amount));
    }
  }
}

function keyOf(set: string, counter: string): string {
  return `${set}/${counter}`;
}
