/**
 * Turns of work: the expressions of one request, or of one policy, may take seconds together, and
 * everybody else waits as long as nobody lets them in.
 *
 * @module
 */

import { type Clock, sleep } from "../../../toolkit/clock.ts";

/** How long a turn lasts before others have theirs. */
const TURN_MS = 10;

/** See the module's comment. */
export class Turns {
  readonly #clock: Clock;
  readonly #signal: AbortSignal;
  #since: number;

  constructor(clock: Clock, signal: AbortSignal) {
    this.#clock = clock;
    this.#signal = signal;
    this.#since = clock.monotonic();
  }

  /** Undefined while the turn lasts; else settles in the next one. Rejects when nobody waits any more. */
  next(): Promise<void> | undefined {
    return this.#clock.monotonic() - this.#since < TURN_MS ? undefined : this.#rest();
  }

  async #rest(): Promise<void> {
    await sleep(this.#clock, 0, this.#signal);
    this.#since = this.#clock.monotonic();
  }
}
