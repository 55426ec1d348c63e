/**
 * Time as a parameter: what waits or reads the time takes a {@link Clock}, so that a test moves
 * time itself and none sleeps.
 *
 * @module
 */

/** A timer that was set; `cancel` may be called at any time and more than once. */
export interface Timer {
  /** Keeps the timer from firing; nothing when it has. */
  cancel(): void;
}

/** A source of time and of timers. */
export interface Clock {
  /** Milliseconds since 1970, as `Date.now()`. */
  now(): number;
  /** Milliseconds on a scale that never goes back, for measuring spans. */
  monotonic(): number;
  /** Calls `callback` once, `ms` from now. Whoever sets a timer cancels it when it has no more use. */
  after(ms: number, callback: () => void): Timer;
}

/** The runtime takes a longer wait, 25 days, for none. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    let id: number;
    const wait = (leftMs: number) => {
      id = leftMs > LONGEST_MS
        ? setTimeout(() => wait(leftMs - LONGEST_MS), LONGEST_MS)
        : setTimeout(callback, leftMs);
    };
    wait(ms);
    return { cancel: () => clearTimeout(id) };
  },
};

/**
 * Settles `ms` from now on `clock`, or rejects with the signal's reason as soon as it aborts.
 *
 * @example
 * ```ts
 * import { sleep, systemClock } from "./clock.ts";
 * await sleep(systemClock, 1);
 * ```
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  // Never thrown at once: who catches what the promise rejects with catches this too.
  if (signal?.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const abort = () => {
      timer.cancel();
      reject(signal?.reason);
    };
    const timer = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/**
 * A clock that stands still until it is moved: for tests.
 *
 * ```ts
 * import { FakeClock } from "../mod.ts";
 *
 * const clock = new FakeClock();
 * let rung = false;
 * clock.after(5_000, () => rung = true);
 * await clock.advance(5_000);
 * rung; // true, at once
 * ```
 */
export class FakeClock implements Clock {
  #now: number;
  #monotonic = 0;
  #timers: { at: number; order: number; callback: () => void }[] = [];
  #order = 0;

  /** A clock that shows `now`, in milliseconds since 1970. */
  constructor(now: number = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  /** See {@link Clock}. */
  now(): number {
    return this.#now;
  }

  /** See {@link Clock}. */
  monotonic(): number {
    return this.#monotonic;
  }

  /** See {@link Clock}. */
  after(ms: number, callback: () => void): Timer {
    const entry = { at: this.#monotonic + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.push(entry);
    return {
      cancel: () => {
        this.#timers = this.#timers.filter((timer) => timer !== entry);
      },
    };
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.length;
  }

  /** Moves time on by `ms`, firing each timer that falls due, in order, at its own time. */
  async advance(ms: number): Promise<void> {
    const end = this.#monotonic + ms;
    for (;;) {
      await settle();
      const due = this.#timers.filter((timer) => timer.at <= end)
        .sort((a, b) => a.at - b.at || a.order - b.order)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== due);
      this.#move(due.at);
      due.callback();
    }
    this.#move(end);
    await settle();
  }

  #move(to: number): void {
    this.#now += to - this.#monotonic;
    this.#monotonic = to;
  }
}

/** Lets promises that are already resolved run their continuations. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 8; turn++) await Promise.resolve();
}
