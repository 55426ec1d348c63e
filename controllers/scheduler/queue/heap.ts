/**
 * A heap whose entries are found by their keys.
 *
 * @module
 */

/** Entries in an order, the first one at hand. */
export class KeyedHeap<T> {
  readonly #entries: T[] = [];
  readonly #places = new Map<string, number>();
  readonly #keyOf: (entry: T) => string;
  readonly #compare: (one: T, other: T) => number;

  /** `compare`: negative where the first one goes before. It must not change for an entry that is in. */
  constructor(keyOf: (entry: T) => string, compare: (one: T, other: T) => number) {
    this.#keyOf = keyOf;
    this.#compare = compare;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** The entry of a key. */
  get(key: string): T | undefined {
    const place = this.#places.get(key);
    return place === undefined ? undefined : this.#entries[place];
  }

  /** The first one, which stays. */
  peek(): T | undefined {
    return this.#entries[0];
  }

  /** All of them, in no order. */
  entries(): readonly T[] {
    return this.#entries;
  }

  /** Puts an entry in, or back to its place after a change. */
  put(entry: T): void {
    const key = this.#keyOf(entry);
    const known = this.#places.get(key);
    const place = known ?? this.#entries.length;
    this.#set(place, entry, key);
    this.#sift(place);
  }

  /** Takes the first one out. */
  pop(): T | undefined {
    const [first] = this.#entries;
    if (first !== undefined) this.delete(this.#keyOf(first));
    return first;
  }

  /** Takes the entry of a key out. */
  delete(key: string): T | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const entry = this.#entries[place];
    this.#places.delete(key);
    const last = this.#entries.pop()!;
    if (place < this.#entries.length) {
      this.#set(place, last, this.#keyOf(last));
      this.#sift(place);
    }
    return entry;
  }

  #set(place: number, entry: T, key: string): void {
    this.#entries[place] = entry;
    this.#places.set(key, place);
  }

  #sift(from: number): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      let first = place;
      if (left < this.#entries.length && this.#isBefore(left, first)) first = left;
      if (right < this.#entries.length && this.#isBefore(right, first)) first = right;
      if (first === place) return;
      this.#swap(place, first);
      place = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    return this.#compare(this.#entries[one]!, this.#entries[other]!) < 0;
  }

  #swap(one: number, other: number): void {
    const [first, second] = [this.#entries[one]!, this.#entries[other]!];
    this.#set(one, second, this.#keyOf(second));
    this.#set(other, first, this.#keyOf(first));
  }
}
