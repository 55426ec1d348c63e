/**
 * Time for tests of what a client does when a server fails again and again.
 *
 * @module
 */

import { clearImmediate, setImmediate } from "node:timers";
import type { Clock, Timer } from "../../../toolkit/clock.ts";

/** Our client pauses for multiples of this, and no longer than so many of them. */
const PAUSE_MS = 50;
const MOST_PAUSES = 40;

/**
 * What a client is given to make all its attempts at once, however slow the machine. What is left of the time of a
 * call is never as long as a pause.
 */
export function hasty(): { readonly clock: HastyClock; readonly timeoutMs: number } {
  return { clock: new HastyClock(), timeoutMs: 14_999 };
}

/** A clock on which pauses are over at once, and no other time ever is: no answer is late. */
export class HastyClock implements Clock {
  #passed = 0;

  now(): number {
    return Date.UTC(2026, 0, 1) + this.#passed;
  }

  monotonic(): number {
    return this.#passed;
  }

  after(ms: number, callback: () => void): Timer {
    if (ms % PAUSE_MS !== 0 || ms > MOST_PAUSES * PAUSE_MS) return { cancel() {} };
    const id = setImmediate(() => {
      this.#passed += ms;
      callback();
    });
    return { cancel: () => clearImmediate(id) };
  }

  pass(ms: number): void {
    this.#passed += ms;
  }
}
