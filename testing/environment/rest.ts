/**
 * Knowing when nobody has anything to do before time passes.
 *
 * @module
 */

import { systemClock } from "../../toolkit/clock.ts";
import type { CountedClock } from "../virtual_clock.ts";
import { turn } from "../virtual_clock.ts";

/** So many turns of the event loop without anything happening: everybody waits. */
const CALM_TURNS = 4;
/** Then something spins, and never will be at rest. */
const BUSY_TURNS_LIMIT = 50_000;
/**
 * For so many naps of a millisecond by the machine's clock a request or a run may be under way without anything
 * happening before it counts as waiting for time to pass: what threads and files take is over by then.
 */
const STALLED_NAPS = 20;
/** So long calls out of the environment are waited for. */
const OUTSIDE_LIMIT_MS = 60_000;

/** What goes on in an environment, counted by all who do something in it. */
export class Activity {
  /** Grows with everything that happens. */
  events = 0;
  /** Requests without an answer. */
  requests = 0;
  /** How many of them wait for time to pass, as far as that is known. */
  waiting = 0;
  /** Runs of controllers that are under way. */
  runs = 0;
  /** Up to which event it is known that runs under way wait for time to pass. */
  patientUpTo = -1;
  /** Calls of other servers, which real time ends unless they wait by the clock of the test. */
  outside = 0;

  /** Counts a request while it is under way. */
  async request<T>(send: () => Promise<T>): Promise<T> {
    this.events++;
    this.requests++;
    try {
      return await send();
    } finally {
      this.requests--;
      this.events++;
    }
  }

  /** Counts a run; what is returned is called when it has ended. */
  run(): () => void {
    this.events++;
    this.runs++;
    return () => {
      this.runs--;
      this.events++;
    };
  }

  /** Counts a call of another server while it is under way. */
  async call<T>(send: () => Promise<T>): Promise<T> {
    this.events++;
    this.outside++;
    try {
      return await send();
    } finally {
      this.outside--;
      this.events++;
    }
  }

  /** Counts a request as one that waits for time to pass while it does. */
  async await<T>(wait: () => Promise<T>): Promise<T> {
    this.events++;
    this.waiting++;
    try {
      return await wait();
    } finally {
      this.waiting--;
      this.events++;
    }
  }
}

/** What {@link untilRest} goes by. */
export interface RestOptions {
  readonly activity: Activity;
  /** Events besides those of `activity`. */
  more(): number;
  /** The clock of the test. */
  readonly clock: CountedClock;
  /** True: it is not waited any longer. */
  isOver?(): boolean;
  /** Whether what goes on may be nothing that is counted: files that are read, modules that are loaded. */
  readonly isPatient?: boolean;
}

/**
 * Settles when nothing happens any more that does not wait for time to pass. Rejects where that never
 * comes.
 */
export async function untilRest(options: RestOptions): Promise<void> {
  const { activity, clock, more, isOver = () => false, isPatient = false } = options;
  const events = () => activity.events + more();
  let last = events();
  let calm = 0;
  let busy = 0;
  let naps = 0;
  let since: number | undefined;
  for (;;) {
    await turn();
    if (isOver()) return;
    const now = events();
    if (now !== last) {
      last = now;
      calm = 0;
      since = undefined;
      naps = 0;
      if (++busy > BUSY_TURNS_LIMIT) {
        throw new Error("the environment does not come to rest: something goes on without end");
      }
      continue;
    }
    if (activity.outside > clock.pending) {
      since ??= systemClock.monotonic();
      if (systemClock.monotonic() - since > OUTSIDE_LIMIT_MS) {
        throw new Error(
          `the environment does not come to rest: a call of fetch has had no answer for ${
            OUTSIDE_LIMIT_MS / 1000
          } s`,
        );
      }
      await new Promise<void>((resolve) => systemClock.after(1, resolve));
      continue;
    }
    // A run that asks nothing may make a key, or wait for its next try.
    const working = activity.runs > 0 && activity.requests === 0 && activity.patientUpTo !== now;
    if (isPatient || working || activity.requests > activity.waiting) {
      // A nap leaves the core to whoever makes the key, and is as long as the machine is busy.
      if (++naps <= STALLED_NAPS) {
        await new Promise<void>((resolve) => systemClock.after(1, resolve));
        continue;
      }
      if (working) activity.patientUpTo = now;
    }
    if (++calm >= CALM_TURNS) return;
  }
}
