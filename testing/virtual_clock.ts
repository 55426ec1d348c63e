/**
 * Time that passes only when a test lets it.
 *
 * @module
 */

import { setImmediate } from "node:timers";
import type { Clock, Timer } from "../toolkit/clock.ts";

/** One turn of the event loop, timers of the machine included. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets everything go on that waits for nothing but promises. */
export async function drained(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await turn();
}

interface Entry {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Timers in the order in which they are due; of those due together, as they were set. */
class Timers {
  readonly #entries = new Set<Entry>();

  get size(): number {
    return this.#entries.size;
  }

  add(entry: Entry): void {
    this.#entries.add(entry);
  }

  delete(entry: Entry): boolean {
    return this.#entries.delete(entry);
  }

  get first(): Entry | undefined {
    let first: Entry | undefined;
    for (const entry of this.#entries) {
      if (
        first === undefined || entry.at < first.at ||
        entry.at === first.at && entry.order < first.order
      ) {
        first = entry;
      }
    }
    return first;
  }

  /** Those that are due by then, in their order. */
  dueBy(at: number): Entry[] {
    return [...this.#entries].filter((entry) => entry.at <= at)
      .sort((one, other) => one.at - other.at || one.order - other.order);
  }
}

/** A clock that somebody sets timers by, and that knows how many are set. */
export interface CountedClock extends Clock {
  readonly pending: number;
}

/**
 * A clock whose timers fire when it is moved to them. Besides its own it has timers in the background, of
 * those who look around from time to time: they do not decide how far time moves, and however many times
 * one of them would have fired on a long way, it fires once at its end.
 */
export class VirtualClock implements CountedClock {
  #start: number;
  #elapsed = 0;
  #order = 0;
  readonly #timers = new Timers();
  readonly #behind = new Timers();
  /** Grows with each timer that is set or cancelled or fires: something is going on. */
  activity = 0;
  /** The same time; its timers are in the background. */
  readonly background: Clock;

  /** `start`: milliseconds since 1970. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#start = start;
    this.background = {
      now: () => this.now(),
      monotonic: () => this.monotonic(),
      after: (ms, callback) => this.#set(this.#behind, ms, callback),
    };
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  after(ms: number, callback: () => void): Timer {
    return this.#set(this.#timers, ms, callback);
  }

  /** How many timers are set, those in the background not counted. */
  get pending(): number {
    return this.#timers.size;
  }

  /** When the next timer is due, on the monotonic scale; undefined: there is none. */
  get due(): number | undefined {
    return this.#timers.first?.at;
  }

  /** The same, those in the background counted. */
  get dueAtAll(): number | undefined {
    const own = this.due ?? Infinity;
    const behind = this.#behind.first?.at ?? Infinity;
    const first = Math.min(own, behind);
    return first === Infinity ? undefined : first;
  }

  /** The same time, with a count of the timers that are set by it. */
  counted(): CountedClock {
    let pending = 0;
    return {
      now: () => this.now(),
      monotonic: () => this.monotonic(),
      get pending() {
        return pending;
      },
      after: (ms, callback) => {
        let isSet = true;
        const over = () => {
          if (isSet) pending--;
          isSet = false;
        };
        pending++;
        const timer = this.after(ms, () => {
          over();
          callback();
        });
        return {
          cancel() {
            over();
            timer.cancel();
          },
        };
      },
    };
  }

  /**
   * Fires what is due by now: all that is in the background, or else one timer. False where there is none.
   */
  fire(): boolean {
    const behind = this.#behind.dueBy(this.#elapsed);
    for (const entry of behind) this.#fire(this.#behind, entry);
    if (behind.length > 0) return true;
    const { first } = this.#timers;
    if (first === undefined || first.at > this.#elapsed) return false;
    this.#fire(this.#timers, first);
    return true;
  }

  /** Moves on, never back. Timers on the way are the caller's to fire. */
  moveTo(at: number): void {
    this.#elapsed = Math.max(this.#elapsed, at);
  }

  /** Has it be another time of the day: spans that are being measured do not notice. */
  setNow(now: number): void {
    this.#start = now - this.#elapsed;
  }

  /**
   * Moves time on by `ms`, timer by timer, and lets promises run until none is left before each; stops where
   * `until` is true.
   */
  async run(ms: number, until: () => boolean = () => false): Promise<void> {
    const end = this.#elapsed + ms;
    for (;;) {
      await drained();
      if (until()) return;
      if (this.fire()) continue;
      const due = this.dueAtAll;
      if (this.#elapsed >= end) return;
      this.moveTo(Math.min(due ?? end, end));
    }
  }

  #set(timers: Timers, ms: number, callback: () => void): Timer {
    const entry = { at: this.#elapsed + Math.max(0, ms), order: this.#order++, callback };
    timers.add(entry);
    this.activity++;
    return {
      cancel: () => {
        if (timers.delete(entry)) this.activity++;
      },
    };
  }

  #fire(timers: Timers, entry: Entry): void {
    // One that was fired before it may have cancelled it.
    if (!timers.delete(entry)) return;
    this.activity++;
    entry.callback();
  }
}
