/**
 * Time that passes as fast as everything that is to happen at each moment has happened.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import type { Clock, Timer } from "../toolkit/clock.ts";

/** Lets everything go on that waits for nothing but promises. */
export async function drained(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock for whole parts of a program: unlike `FakeClock` it lets promises run until none is left
 * before it moves to the next timer.
 */
export class VirtualClock implements Clock {
  readonly #start = Date.UTC(2026, 0, 1);
  readonly #due = new Set<Due>();
  #ms = 0;
  #order = 0;

  now(): number {
    return this.#start + this.#ms;
  }

  monotonic(): number {
    return this.#ms;
  }

  after(ms: number, callback: () => void): Timer {
    const due = { at: this.#ms + Math.max(0, ms), order: this.#order++, callback };
    this.#due.add(due);
    return { cancel: () => void this.#due.delete(due) };
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#due.size;
  }

  /** Moves time on, timer by timer; sooner where `until` is true. */
  async run(ms: number, until: () => boolean = () => false): Promise<void> {
    const end = this.#ms + ms;
    for (;;) {
      await drained();
      if (until()) return;
      const next = this.#next();
      if (next === undefined || next.at > end) break;
      this.#due.delete(next);
      this.#ms = next.at;
      next.callback();
    }
    this.#ms = end;
    await drained();
  }

  #next(): Due | undefined {
    let next: Due | undefined;
    for (const due of this.#due) {
      if (next === undefined || due.at < next.at || due.at === next.at && due.order < next.order) {
        next = due;
      }
    }
    return next;
  }
}
