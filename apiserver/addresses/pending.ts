/**
 * What was taken and the cache does not show yet.
 *
 * @module
 */

/** Entries after which those that the cache shows by now are looked for. */
const SWEEP_AT = 256;

/**
 * Remembers values that this process has taken, from the decision until its cache has seen the
 * revision that wrote them, so that nobody here takes one again in between. Entries that the cache
 * shows are dropped as they are met.
 */
export class Pending<T> {
  /** The revision at which the cache shows each, endless while that is not known. */
  readonly #taken = new Map<T, number>();
  readonly #seen: () => number;
  #sweepAt = SWEEP_AT;

  /** `seen` is the revision that the cache has seen. */
  constructor(seen: () => number) {
    this.#seen = seen;
  }

  /** Whether it was taken, and the cache can't say so. */
  has(value: T): boolean {
    const revision = this.#taken.get(value);
    if (revision === undefined) return false;
    if (revision > this.#seen()) return true;
    this.#taken.delete(value);
    return false;
  }

  /** It is about to be taken. */
  add(value: T): void {
    if (this.#taken.size >= this.#sweepAt) this.#sweep();
    this.#taken.set(value, Infinity);
  }

  /** It was taken, as the cache shows when it has seen `revision`. */
  settle(value: T, revision: number): void {
    if (this.#taken.has(value)) this.#taken.set(value, revision);
  }

  /** It was not taken. */
  delete(value: T): void {
    this.#taken.delete(value);
  }

  #sweep(): void {
    for (const value of [...this.#taken.keys()]) this.has(value);
    this.#sweepAt = Math.max(SWEEP_AT, this.#taken.size * 2);
  }
}
