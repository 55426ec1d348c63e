/**
 * Time slices: one thread serves everybody, so work that takes long lets others in at the end of each
 * slice; and of all work that takes long, one piece at a time has a slice.
 *
 * @module
 */

import { type Clock, sleep } from "./clock.ts";

/** How long a slice lasts before others have theirs. */
const SLICE_MS = 10;

/** The slices of one piece of work. */
export class TimeSlice {
  readonly #clock: Clock;
  readonly #signal: AbortSignal | undefined;
  #since: number;

  /** `signal`: aborts when nobody waits for the work any more. */
  constructor(clock: Clock, signal?: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  /** The slice begins now: what was waited for until here was no work. */
  restart(): void {
    this.#since = this.#clock.monotonic();
  }

  /** Undefined while the slice lasts; else settles in the next one. Rejects when nobody waits any more. */
  yieldIfOver(): Promise<void> | undefined {
    return this.#clock.monotonic() - this.#since < SLICE_MS ? undefined : this.yield();
  }

  /** Settles in another slice, however long this one lasted: for work that can't be cut and is long. */
  async yield(): Promise<void> {
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
 * The rest that was begun last, by clock. The next one ends after it, so that between any two slices,
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
export type SlicedTask<T> = Generator<void, T, void>;

/** Does a task to its end, one slice after the other. Rejects as {@link TimeSlice.yieldIfOver} does. */
export async function runInSlices<T>(task: SlicedTask<T>, slice: TimeSlice): Promise<T> {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
    const pause = slice.yieldIfOver();
    if (pause !== undefined) await pause;
  }
}

/** Does a task to its end at once: for who can't wait, or knows that it is small. */
export function runToEnd<T>(task: SlicedTask<T>): T {
  for (;;) {
    const { done, value } = task.next();
    if (done) return value;
  }
}

/** A stage of work, from one state to the next: what it waits for is no work of its own. */
export type Stage<T> = (state: T) => T | Promise<T>;

/** Does stages one after the other, others let in between them at the end of each slice. */
export async function runStages<T>(
  slice: TimeSlice,
  begin: T,
  stages: readonly Stage<T>[],
): Promise<T> {
  let state = begin;
  slice.restart();
  for (const stage of stages) {
    const result = stage(state);
    if (result instanceof Promise) {
      state = await result;
      slice.restart();
    } else {
      state = result;
      const pause = slice.yieldIfOver();
      if (pause !== undefined) await pause;
    }
  }
  return state;
}
