/**
 * Things by whole numbers, where both come and go often: the streams of a connection, say. As `Slots`, and unlike a
 * `Map`, it leaves no tables behind that keep what is gone.
 *
 * @module
 */

/** Powers of two are looked through fastest. */
const LEAST_PLACES = 16;
/** Odd, and near to 2^32 over the golden ratio: multiples of it, less their low bits, are far from each other. */
const SPREAD = 0x9e3779b1;
/** With more places than this all are given back once none is in use. */
const KEPT_PLACES = 1024;

/** A table of things by their numbers. Reading, adding and removing takes constant time on average. */
export class NumberTable<T> {
  /** A thing stands at the place of its number, or at the first free one after it. */
  #things: (T | undefined)[] = new Array(LEAST_PLACES).fill(undefined);
  #numbers: number[] = new Array(LEAST_PLACES).fill(0);
  #bits = Math.log2(LEAST_PLACES);
  #size = 0;

  /** How many things there are. */
  get size(): number {
    return this.#size;
  }

  /** The thing of a number. */
  get(number: number): T | undefined {
    return this.#things[this.#placeOf(number)];
  }

  /** Gives a number its thing. */
  set(number: number, thing: T): void {
    if (this.#size * 2 >= this.#things.length) this.#grow();
    const place = this.#placeOf(number);
    if (this.#things[place] === undefined) this.#size++;
    this.#things[place] = thing;
    this.#numbers[place] = number;
  }

  /** Removes the thing of a number; false where it has none. */
  delete(number: number): boolean {
    const last = this.#things.length - 1;
    let free = this.#placeOf(number);
    if (this.#things[free] === undefined) return false;
    this.#things[free] = undefined;
    this.#size--;
    // Whatever stood further on because of this one is looked for from its own place: nothing may be free before it.
    for (let at = (free + 1) & last; this.#things[at] !== undefined; at = (at + 1) & last) {
      const home = this.#homeOf(this.#numbers[at]!);
      if (((at - home) & last) < ((at - free) & last)) continue;
      this.#things[free] = this.#things[at];
      this.#numbers[free] = this.#numbers[at]!;
      this.#things[at] = undefined;
      free = at;
    }
    if (this.#size === 0 && last >= KEPT_PLACES) this.#resize(LEAST_PLACES);
    return true;
  }

  /** All things that are here now, in no order. */
  all(): T[] {
    return this.#things.filter((thing) => thing !== undefined);
  }

  #placeOf(number: number): number {
    const last = this.#things.length - 1;
    let place = this.#homeOf(number);
    while (this.#things[place] !== undefined && this.#numbers[place] !== number) {
      place = (place + 1) & last;
    }
    return place;
  }

  #homeOf(number: number): number {
    return Math.imul(number, SPREAD) >>> (32 - this.#bits);
  }

  #grow(): void {
    const [things, numbers] = [this.#things, this.#numbers];
    this.#resize(things.length * 2);
    for (const [at, thing] of things.entries()) {
      if (thing !== undefined) this.set(numbers[at]!, thing);
    }
  }

  #resize(places: number): void {
    this.#things = new Array(places).fill(undefined);
    this.#numbers = new Array(places).fill(0);
    this.#bits = Math.log2(places);
    this.#size = 0;
  }
}
