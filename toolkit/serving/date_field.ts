/**
 * The Date field of responses.
 *
 * @module
 */

import type { Clock } from "../clock.ts";

/** Tells when a response was made, to the second, in a text that is made once a second. */
export class DateField {
  readonly #clock: Clock;
  #second = NaN;
  #text = "";

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The field's value now. */
  get text(): string {
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#text = new Date(second * 1000).toUTCString();
    }
    return this.#text;
  }
}
