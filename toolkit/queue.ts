/**
 * A list that grows at the end and is taken from the front, both in constant time: an array whose used front is
 * cut off once it is half of it. `shift()` of an array moves all that is left where that is long.
 *
 * @module
 */

/** Fewer used places than this are never worth a copy. */
const LEAST_CUT = 1024;

/**
 * A first-in, first-out list with access by index. Adding, reading, taking and dropping an item take
 * constant time, on average over many, and what is gone is no longer kept alive.
 */
export class Queue<T> {
  #items: T[] = [];
  /** Places at the front whose items are gone. */
  #used = 0;

  /** How many items there are. */
  get length(): number {
    return this.#items.length - this.#used;
  }

  /** The item `index` places from the front, or undefined beyond either end. */
  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#items[this.#used + index];
  }

  /** Adds an item at the end. */
  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes the first item and returns it, or undefined where there is none. */
  take(): T | undefined {
    const first = this.at(0);
    this.drop(1);
    return first;
  }

  /** Removes `count` items from the front, or all when there are fewer. */
  drop(count: number): void {
    const end = Math.min(this.#items.length, this.#used + count);
    // What is gone must not be kept alive until the cut.
    while (this.#used < end) this.#items[this.#used++] = undefined as T;
    if (this.#used >= LEAST_CUT && this.#used * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#used);
      this.#used = 0;
    }
  }
}
