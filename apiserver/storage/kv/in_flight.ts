/**
 * Counts calls under way.
 *
 * @module
 */

import { Notifier } from "../history/notifier.ts";

/** Counts the calls that are under way, so that closing a store can wait for them. */
export class InFlight {
  #count = 0;
  readonly #notifier = new Notifier();

  /** Runs `work` and counts it until it settles. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#count++;
    try {
      return await work();
    } finally {
      if (--this.#count === 0) this.#notifier.notifyAll();
    }
  }

  /** Settles when nothing is under way. */
  async none(): Promise<void> {
    while (this.#count > 0) await this.#notifier.wait();
  }
}
