/**
 * Turns of work: what takes long lets everybody else in now and then, as one thread serves them all;
 * and of all that takes long, one at a time has a turn.
 *
 * @module
 */

import { type Clock, sleep } from "./clock.ts";

/** How long a turn lasts before others have theirs. */
const TURN_MS = 10;

/** The turns of one piece of work. */
export class Turns {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  #since: number;

  /** `signal`: aborts when nobody waits for the work any more. */
  constructor(clock: Clock, signal?: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  /** The turn begins now: what was waited for until here was no work. */
  begin(): void {
    this.#since = this.#clock.monotonic();
  }

  /** Undefined while the turn lasts; else settles in the next one. Rejects when nobody waits any more. */
  next(): Promise<void> | undefined {
    return this.#clock.monotonic() - this.#since < TURN_MS ? undefined : this.another();
  }

  /** Settles in another turn, however long this one lasted: for work that can't be cut and is long. */
  async another(): Promise<void> {
    const clock = this.#clock;
    const rested = restAfter(resting.get(clock), clock, this.#signal);
    const last = rested.catch(() => {}).then(() => {
      if (resting.get(clock) === last) resting.delete(clock);
    });
    resting.set(clock, last);
    await rested;
    this.#since = this.#clock.monotonic();
  }
}

/**
 * The rest that was begun last, by clock. The next one ends after it, so that between any two turns,
 * however many pieces of work there are, there is a gap for all that is short.
 */
const resting = new WeakMap<Clock, Promise<void>>();

async function restAfter(
  before: Promise<void> | undefined,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (before !== undefined) await before;
  await sleep(clock, 0, signal);
}

/** Work in steps: at each `yield` others may be let in. What makes it knows nothing of time. */
export type Steps<T> = Generator<void, T, void>;

/** Does work to its end, others let in at the end of each turn. Rejects as {@link Turns.next} does. */
export async function inTurns<T>(steps: Steps<T>, turns: Turns): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    const pause = turns.next();
    if (pause !== undefined) await pause;
  }
}

/** Does work to its end at once: for who can't wait, or knows that it is small. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
