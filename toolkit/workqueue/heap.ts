/**
 * A binary heap whose elements know where they are, so that any of them can be moved or taken out.
 *
 * @module
 */

/** How a {@link Heap} orders its elements and remembers their places. */
export interface HeapOrder<E> {
  /** Whether `a` comes before `b`. */
  before(a: E, b: E): boolean;
  /** The place that was last given to {@link setPlace}; -1 for an element that is in no heap. */
  place(element: E): number;
  /** Remembers a place, or -1. */
  setPlace(element: E, place: number): void;
}

/** Elements of which the first is at hand; every change takes the logarithm of their number. */
export class Heap<E> {
  readonly #elements: E[] = [];
  readonly #order: HeapOrder<E>;

  constructor(order: HeapOrder<E>) {
    this.#order = order;
  }

  /** How many elements there are. */
  get size(): number {
    return this.#elements.length;
  }

  /** The first element, which stays. */
  peek(): E | undefined {
    return this.#elements[0];
  }

  /** Whether the element is in this heap. */
  has(element: E): boolean {
    return this.#order.place(element) >= 0;
  }

  /** Puts an element in, or to its right place where its rank has changed. */
  put(element: E): void {
    let place = this.#order.place(element);
    if (place < 0) {
      place = this.#elements.length;
      this.#set(place, element);
    }
    if (!this.#rise(place)) this.#sink(place);
  }

  /** Takes an element out; nothing where it is not in. */
  remove(element: E): void {
    const place = this.#order.place(element);
    if (place < 0) return;
    this.#order.setPlace(element, -1);
    const last = this.#elements.pop() as E;
    if (last === element) return;
    this.#set(place, last);
    if (!this.#rise(place)) this.#sink(place);
  }

  /** Takes the first element out. */
  pop(): E | undefined {
    const first = this.#elements[0];
    if (first !== undefined) this.remove(first);
    return first;
  }

  /** Takes all elements out. */
  clear(): void {
    for (const element of this.#elements) this.#order.setPlace(element, -1);
    this.#elements.length = 0;
  }

  #set(place: number, element: E): void {
    this.#elements[place] = element;
    this.#order.setPlace(element, place);
  }

  /** Moves an element up; false where it stayed. */
  #rise(from: number): boolean {
    const elements = this.#elements;
    const element = elements[from] as E;
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#order.before(element, elements[above] as E)) break;
      this.#set(place, elements[above] as E);
      place = above;
    }
    if (place === from) return false;
    this.#set(place, element);
    return true;
  }

  #sink(from: number): void {
    const elements = this.#elements;
    const element = elements[from] as E;
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= elements.length) break;
      if (
        below + 1 < elements.length &&
        this.#order.before(elements[below + 1] as E, elements[below] as E)
      ) below++;
      if (!this.#order.before(elements[below] as E, element)) break;
      this.#set(place, elements[below] as E);
      place = below;
    }
    if (place !== from) this.#set(place, element);
  }
}
