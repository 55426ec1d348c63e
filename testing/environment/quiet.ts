/**
 * Knowing when nobody has anything to do before time passes.
 *
 * @module
 */

import { setImmediate } from "node:timers";

/** So many turns of the event loop without anything happening: everybody waits. */
const CALM_TURNS = 6;
/** Then something spins, and never will be at rest. */
const TURNS_LIMIT = 200_000;

/** One turn of the event loop, timers of the machine included. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * Settles when nothing happens any more: `activity` has not changed for some turns, and nothing is under
 * way. Rejects where that never comes.
 */
export async function untilQuiet(
  activity: () => number,
  underWay: () => number,
): Promise<void> {
  let last = activity();
  let calm = 0;
  for (let turns = 0; calm < CALM_TURNS; turns++) {
    if (turns > TURNS_LIMIT) {
      throw new Error(
        "the environment does not come to rest: something writes without end, or waits for real time",
      );
    }
    await turn();
    const now = activity();
    calm = now === last && underWay() === 0 ? calm + 1 : 0;
    last = now;
  }
}
