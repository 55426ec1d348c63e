/**
 * Nodes of a zone that are given up one after another.
 *
 * @module
 */

/**
 * Names in the order in which they came, each once, and how fast they may be taken: one at once, and then so many a
 * second. Times are in milliseconds on any scale that never goes back.
 */
export class ZoneQueue {
  readonly #names = new Set<string>();
  #rate: number;
  #nextAt = 0;

  /** `rate`: names a second; 0: none is ever taken. */
  constructor(rate: number) {
    this.#rate = rate;
  }

  get size(): number {
    return this.#names.size;
  }

  /** The first one, which stays. */
  get first(): string | undefined {
    for (const name of this.#names) return name;
    return undefined;
  }

  /** Adds a name at the end, unless it is in. */
  add(name: string): void {
    this.#names.add(name);
  }

  delete(name: string): void {
    this.#names.delete(name);
  }

  /** Puts a name behind all others. */
  moveBack(name: string): void {
    if (this.#names.delete(name)) this.#names.add(name);
  }

  clear(): void {
    this.#names.clear();
  }

  /** Has names be taken slower or faster. Who had to wait waits, for as long as the new rate says. */
  setRate(rate: number, now: number): void {
    if (rate === this.#rate) return;
    const hasToWait = this.#rate === 0 || now < this.#nextAt;
    this.#rate = rate;
    this.#nextAt = hasToWait && rate > 0 ? now + 1000 / rate : now;
  }

  /** In how many milliseconds one may be taken; Infinity: never, as it stands. */
  waitMs(now: number): number {
    return this.#rate === 0 ? Infinity : Math.max(0, this.#nextAt - now);
  }

  /** Counts one that is taken. */
  spend(now: number): void {
    this.#nextAt = now + 1000 / this.#rate;
  }
}
