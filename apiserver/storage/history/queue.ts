/**
 * A list that grows at the end and is dropped from the front, both in constant time, with access by
 * index: an array whose dropped front is cut off once it is half of it.
 *
 * @module
 */

/** Fewer dropped items than this are never worth a copy. */
const LEAST_CUT = 1024;

/**
 * A first-in, first-out list with access by index. Adding, reading and dropping an item take
 * constant time, on average over many, and what is dropped is no longer kept alive.
 */
export class Queue<T> {
  #items: T[] = [];
  #dropped = 0;

  /** How many items there are. */
  get length(): number {
    return this.#items.length - this.#dropped;
  }

  /** The item `index` places from the front, or undefined beyond either end. */
  at(index: number): T | undefined {
    return index < 0 ? undefined : this.#items[this.#dropped + index];
  }

  /** Adds an item at the end. */
  push(item: T): void {
    this.#items.push(item);
  }

  /** Removes `count` items from the front, or all when there are fewer. */
  drop(count: number): void {
    const end = Math.min(this.#items.length, this.#dropped + count);
    // What was dropped must not be kept alive until the cut.
    while (this.#dropped < end) this.#items[this.#dropped++] = undefined as T;
    if (this.#dropped >= LEAST_CUT && this.#dropped * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#dropped);
      this.#dropped = 0;
    }
  }
}
