/**
 * Things that come and go often, each of them soon over: requests under way, say.
 *
 * A `Set` is the wrong home for them. The engine gives it a new table now and then; the one before still has what was
 * in it then and, for iterators, a way to its successor. Once a table has come among the old objects, which are
 * looked through seldom, it keeps until then all tables that follow, and all that ever was in them (measured: of what
 * passes through a set of sixteen after that nothing is let go, and each addition takes four times as long).
 *
 * @module
 */

/** With more places than this all are given back once none is in use. */
const KEPT_PLACES = 1024;

/** A thing that can be in one {@link Slots} at a time; its place is that one's to write. */
export interface Placed {
  place: number;
}

/** Not in any slots, or not yet. */
export const NO_PLACE = -1;

/** What is here now, in no order. Adding and removing takes constant time and leaves nothing behind. */
export class Slots<T extends Placed> {
  #things: (T | undefined)[] = [];
  #free: number[] = [];
  #size = 0;

  /** How many things there are. */
  get size(): number {
    return this.#size;
  }

  /** Adds a thing that is not here. */
  add(thing: T): void {
    this.#size++;
    thing.place = this.#free.pop() ?? this.#things.length;
    this.#things[thing.place] = thing;
  }

  /** Removes a thing; false where it was not here. */
  remove(thing: T): boolean {
    const { place } = thing;
    if (this.#things[place] !== thing) return false;
    this.#things[place] = undefined;
    thing.place = NO_PLACE;
    this.#size--;
    if (this.#size === 0 && this.#things.length > KEPT_PLACES) this.clear();
    else this.#free.push(place);
    return true;
  }

  /** Removes all. */
  clear(): void {
    this.#things = [];
    this.#free = [];
    this.#size = 0;
  }

  /** All that are here when they are come to; things may come and go meanwhile. */
  *[Symbol.iterator](): Generator<T> {
    for (let place = 0; place < this.#things.length; place++) {
      const thing = this.#things[place];
      if (thing !== undefined) yield thing;
    }
  }
}
