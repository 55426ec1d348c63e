/**
 * How much of what costs a server work and brings a client nothing is put up with: pings, settings,
 * empty frames, streams that are opened and taken back.
 *
 * @module
 */

/** What may come at once. */
const MOST = 2000;
/** What may come in a second, in the long run. */
const EACH_SECOND = 200;

export class Patience {
  readonly #now: () => number;
  #left = MOST;
  #since: number;

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
    this.#since = now();
  }

  /** Whether what costs so much is too much. */
  isOver(cost: number): boolean {
    if (this.#left >= cost) {
      this.#left -= cost;
      return false;
    }
    const now = this.#now();
    const earned = Math.floor((now - this.#since) * EACH_SECOND / 1000);
    this.#left = Math.min(MOST, this.#left + earned) - cost;
    this.#since = now;
    return this.#left < 0;
  }
}
