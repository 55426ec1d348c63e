/**
 * How long a node rests after the pods of a daemon set that fail there.
 *
 * @module
 */

import type { DaemonSetView } from "./daemon_set_view.ts";

interface Rest {
  lengthMs: number;
  readonly since: number;
}

const FIRST_MS = 1000;
const LONGEST_MS = 15 * 60_000;
/** After so long without a failure it begins anew. */
const FORGOTTEN_MS = 2 * LONGEST_MS;
/** From so many on, those that are forgotten are looked for. */
const MANY = 1000;

/** By set, its generation and node: a second, twice as long after each failure, up to a quarter of an hour. */
export class FailedPods {
  readonly #rests = new Map<string, Rest>();
  #swept = MANY;

  /** In how many milliseconds the failed pod of a node may be taken away; 0: now, and that counts as a failure. */
  wait({ uid, object: { status } }: DaemonSetView, node: string, nowMs: number): number {
    const key = `${uid}/${status?.observedGeneration ?? 0}/${node}`;
    const known = this.#rests.get(key);
    const isForgotten = known === undefined || nowMs - known.since > FORGOTTEN_MS;
    if (!isForgotten && nowMs - known.since < known.lengthMs) {
      return known.since + known.lengthMs - nowMs;
    }
    const lengthMs = isForgotten ? FIRST_MS : Math.min(known.lengthMs * 2, LONGEST_MS);
    this.#rests.set(key, { lengthMs, since: nowMs });
    if (this.#rests.size > this.#swept) this.#sweep(nowMs);
    return 0;
  }

  #sweep(nowMs: number): void {
    for (const [key, { since }] of this.#rests) {
      if (nowMs - since > FORGOTTEN_MS) this.#rests.delete(key);
    }
    this.#swept = Math.max(MANY, 2 * this.#rests.size);
  }
}
