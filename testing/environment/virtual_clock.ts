/**
 * Time that passes only when a test lets it.
 *
 * @module
 */

import type { Clock, Timer } from "../../toolkit/clock.ts";

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** A clock whose timers fire when it is moved to them. */
export class VirtualClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  #order = 0;
  readonly #timers = new Set<Entry>();
  /** Grows with each timer that is set or cancelled: something is going on. */
  activity = 0;

  /** `start`: milliseconds since 1970. */
  constructor(start: number) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): Timer {
    const entry = { at: this.#elapsed + Math.max(0, ms), order: this.#order++, callback };
    this.#timers.add(entry);
    this.activity++;
    return {
      cancel: () => {
        if (this.#timers.delete(entry)) this.activity++;
      },
    };
  }

  /** When the next timer is due, on the monotonic scale; undefined: there is none. */
  get due(): number | undefined {
    return this.#next()?.at;
  }

  /** Fires one timer that is due by now; false where there is none. */
  fire(): boolean {
    const next = this.#next();
    if (next === undefined || next.at > this.#elapsed) return false;
    this.#timers.delete(next);
    this.activity++;
    next.callback();
    return true;
  }

  /** Moves on, never back. Timers on the way are the caller's to fire. */
  moveTo(at: number): void {
    this.#elapsed = Math.max(this.#elapsed, at);
  }

  #next(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#timers) {
      if (
        first === undefined || entry.at < first.at ||
        entry.at === first.at && entry.order < first.order
      ) {
        first = entry;
      }
    }
    return first;
  }
}
