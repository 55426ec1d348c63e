/**
 * Numbers by a label of nodes and its value.
 *
 * @module
 */

/** A number for a label and its value. */
export type Entry = readonly [topologyKey: string, value: string, amount: number];

/** Sums by label and value; what is 0 is not there. */
export class TopologySums {
  readonly #sums = new Map<string, Map<string, number>>();
  readonly #base: TopologySums | undefined;

  /** `base`: what these are added to. It is not changed. */
  constructor(base?: TopologySums) {
    this.#base = base;
  }

  /** Whether there is nothing, in the base neither. */
  get isEmpty(): boolean {
    if (this.#base === undefined) return this.#sums.size === 0;
    if (this.#sums.size === 0) return this.#base.isEmpty;
    for (const sums of [this.#base, this]) {
      for (const [key, values] of sums.#sums) {
        for (const value of values.keys()) if (this.get(key, value) !== 0) return false;
      }
    }
    return true;
  }

  get(topologyKey: string, value: string): number {
    const own = this.#sums.get(topologyKey)?.get(value) ?? 0;
    return this.#base === undefined ? own : own + this.#base.get(topologyKey, value);
  }

  /** The labels that there is anything for. */
  keys(): Iterable<string> {
    if (this.#base === undefined) return this.#sums.keys();
    return new Set([...this.#base.keys(), ...this.#sums.keys()]);
  }

  add([topologyKey, value, amount]: Entry, sign: 1 | -1 = 1): void {
    let values = this.#sums.get(topologyKey);
    if (values === undefined) this.#sums.set(topologyKey, values = new Map());
    const sum = (values.get(value) ?? 0) + sign * amount;
    if (sum !== 0) {
      values.set(value, sum);
      return;
    }
    values.delete(value);
    if (values.size === 0) this.#sums.delete(topologyKey);
  }

  /** Another with the same own sums, on the same base. */
  clone(): TopologySums {
    const copy = new TopologySums(this.#base);
    for (const [key, values] of this.#sums) copy.#sums.set(key, new Map(values));
    return copy;
  }

  /** The sum of what there is for the labels of a node. */
  of(labels: Readonly<Record<string, string>>): number {
    let sum = 0;
    for (const key of this.keys()) {
      const value = labels[key];
      if (value !== undefined) sum += this.get(key, value);
    }
    return sum;
  }

  clear(): void {
    this.#sums.clear();
  }
}
