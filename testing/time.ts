/**
 * Moving a test's clock while a server works in real time.
 *
 * @module
 */

import type { FakeClock } from "../toolkit/clock.ts";

/** Steps after which what is waited for will not come. */
const STEPS = 10_000;

/**
 * Moves `clock` on, `stepMs` at a time and with a turn of the event loop after each, until `promise`
 * settles: for what a timer on the far side of a connection must bring about.
 */
export async function passTimeUntil<T>(
  clock: FakeClock,
  promise: Promise<T>,
  stepMs = 500,
): Promise<T> {
  let settled = false;
  const over = () => void (settled = true);
  promise.then(over, over);
  for (let step = 0; !settled; step++) {
    if (step === STEPS) throw new Error(`nothing came within ${STEPS * stepMs} ms of test time`);
    await clock.advance(stepMs);
    await new Promise((turn) => setTimeout(turn));
  }
  return await promise;
}
