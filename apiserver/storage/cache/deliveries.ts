/**
 * Hands out what waits for many watches: after all that has come meanwhile, so that what comes
 * together goes out together, and some at a time, so that a thousand watches hold up nobody else.
 *
 * @module
 */

import { setImmediate } from "node:timers";

/** Deliveries before others are let in: each may cost as much as a write to a socket. */
const DELIVERIES_A_TURN = 64;

/** See the module's comment. */
export class Deliveries {
  #waiting: (() => void)[] = [];
  #next = 0;
  #scheduled = false;

  /** Has `deliver` called once, soon; it must not throw. */
  add(deliver: () => void): void {
    this.#waiting.push(deliver);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#scheduled = false;
    const end = Math.min(this.#waiting.length, this.#next + DELIVERIES_A_TURN);
    while (this.#next < end) this.#waiting[this.#next++]!();
    if (this.#next < this.#waiting.length) return this.#schedule();
    this.#waiting = [];
    this.#next = 0;
  }
}
