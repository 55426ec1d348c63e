/**
 * No more events about an object than anybody would read.
 *
 * @module
 */

import { RecentMap } from "../recent_map.ts";

/** So many at once, and one more after each wait: what the field's own recorders allow. */
const BURST = 25;
const REFILL_MS = 5 * 60_000;
/** Of so many objects it is known how many events there were. */
const OBJECTS_LIMIT = 4096;

/** Counts the events about each object. */
export class EventRate {
  /** By uid: when the last of its events would have been, had they come one after each wait. */
  readonly #spent = new RecentMap<string, number>(OBJECTS_LIMIT);

  /** Whether there may be another one about an object, at `now` in milliseconds; counts it. */
  allows(uid: string, now: number): boolean {
    const full = now - (BURST - 1) * REFILL_MS;
    const at = Math.max(this.#spent.get(uid) ?? full, full);
    if (at > now) return false;
    this.#spent.set(uid, at + REFILL_MS);
    return true;
  }
}
