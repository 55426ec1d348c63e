/**
 * Hands out what waits for many watches. What comes in quick succession goes out together, as each
 * write to a client costs several times what the bytes of an event do; and some watches at a time
 * are served, so that a thousand of them hold up nobody else.
 *
 * @module
 */

import { clearImmediate, setImmediate } from "node:timers";
import { type Clock, systemClock, type Timer } from "../../../toolkit/clock.ts";
import { DELIVERIES_A_TURN, DELIVERY_PAUSE_FACTOR, DELIVERY_PAUSE_MS } from "./limits.ts";

/**
 * Calls what was added in rounds, a bounded number a turn of the event loop, with a short pause
 * after a round that took long. Each callback runs once, in the order of `add()`.
 */
export class Deliveries {
  readonly #clock: Clock;
  #waiting: (() => void)[] = [];
  #next = 0;
  /** What this round has taken so far. */
  #tookMs = 0;
  /** When the next round may begin. */
  #notBefore = -Infinity;
  #timer: Timer | undefined;

  readonly #pauses: boolean;

  /**
   * What is paced is the machine's own work: by its own clock, whatever time it is elsewhere. `pauses`:
   * whether there are any after rounds that took long, default true.
   */
  constructor(
    { clock = systemClock, pauses = true }: {
      readonly clock?: Clock | undefined;
      readonly pauses?: boolean | undefined;
    } = {},
  ) {
    this.#clock = clock;
    this.#pauses = pauses;
  }

  /**
   * Has `deliver` called once: with all else that comes in this turn of the event loop and, after
   * a round that took long, in the pause that follows. It must not throw.
   */
  add(deliver: () => void): void {
    this.#waiting.push(deliver);
    if (this.#timer !== undefined) return;
    const pauseMs = this.#notBefore - this.#clock.monotonic();
    if (pauseMs <= 0) this.#soon();
    else this.#timer = this.#clock.after(pauseMs, () => this.#turn());
  }

  /** Delivers all that waits, at once: nothing more comes. */
  close(): void {
    this.#timer?.cancel();
    while (this.#next < this.#waiting.length) this.#waiting[this.#next++]!();
    this.#over();
  }

  #soon(): void {
    const immediate = setImmediate(() => this.#turn());
    this.#timer = { cancel: () => clearImmediate(immediate) };
  }

  #turn(): void {
    const began = this.#clock.monotonic();
    const end = Math.min(this.#waiting.length, this.#next + DELIVERIES_A_TURN);
    while (this.#next < end) this.#waiting[this.#next++]!();
    // What they put off to the end of the task, to do it together, is a part of what they take.
    queueMicrotask(() => this.#turned(began));
  }

  #turned(began: number): void {
    const now = this.#clock.monotonic();
    this.#tookMs += now - began;
    if (this.#next < this.#waiting.length) return this.#soon();
    const pauseMs = Math.min(DELIVERY_PAUSE_MS, this.#tookMs * DELIVERY_PAUSE_FACTOR);
    this.#notBefore = this.#pauses ? now + pauseMs : now;
    this.#over();
  }

  #over(): void {
    this.#waiting = [];
    this.#next = 0;
    this.#tookMs = 0;
    this.#timer = undefined;
  }
}
