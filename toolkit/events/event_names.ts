/**
 * The names of events.
 *
 * @module
 */

import type { Clock } from "../clock.ts";

const MILLION = 1_000_000;
const MOST = 253;

/** Names the events of one who tells: after what they are about and the time, no two the same. */
export class EventNames {
  readonly #clock: Clock;
  #order: number;

  /** `component`: who tells; two that tell of the same object within a millisecond count from different numbers. */
  constructor(component: string, clock: Clock) {
    this.#clock = clock;
    this.#order = [...component].reduce(
      (number, letter) => (number * 31 + letter.codePointAt(0)!) % MILLION,
      0,
    );
  }

  /** A name for another event about an object, whose own name is cut where both together would be too long. */
  next(about: string): string {
    const stamp = this.#stamp();
    // Of a name that is cut a hyphen or dot may be last, where none may be.
    return `${about.slice(0, MOST - stamp.length - 1).replace(/[-.]+$/, "")}.${stamp}`;
  }

  /** Nanoseconds since 1970 in hexadecimal, of which those below a millisecond are counted. */
  #stamp(): string {
    const order = this.#order++ % MILLION;
    return (BigInt(Math.floor(this.#clock.now())) * BigInt(MILLION) + BigInt(order)).toString(16);
  }
}
