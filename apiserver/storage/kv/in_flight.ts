/**
 * Counts what is under way, so that closing can wait for it.
 *
 * @module
 */

import { Bell } from "../history/bell.ts";

/** See the module's comment. */
export class InFlight {
  #count = 0;
  readonly #bell = new Bell();

  /** Runs `work` and counts it until it settles. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      if (--this.#count === 0) this.#bell.ring();
    }
  }

  /** Settles when nothing is under way. */
  async none(): Promise<void> {
    while (this.#count > 0) await this.#bell.wait();
  }
}
