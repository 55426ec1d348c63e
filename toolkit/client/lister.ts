/**
 * The contract of cached objects: read at once, as of the moment, and with whatever else is made of
 * them made once an object.
 *
 * @module
 */

import type { Ref } from "../kinds/mod.ts";

/** Which cached objects. */
export interface CachedOptions {
  /** Default: all. */
  readonly namespace?: string | undefined;
}

/** A value that is made of each object, when it is first asked for, and goes with it. */
export interface Derived<T> {
  /** Of one object; undefined where it is not there. */
  get(ref: Ref): T | undefined;
  /** Of all objects, in the order of their places. */
  list(options?: CachedOptions): T[];
}

/**
 * The objects of one kind in memory. Nothing of it waits, and nothing of it fails: what is not there is
 * not there. How new it is, is said by whoever fills it.
 */
export interface Lister<R> {
  /** How many objects there are. */
  readonly size: number;
  /** Grows with each change of any of them: what was made of all of them holds as long as it stays. */
  readonly generation: number;
  /** A copy of its own for the caller. */
  get(ref: Ref): R | undefined;
  /** Copies, in the order of their places. */
  list(options?: CachedOptions): R[];
  /**
   * Something made of each object: parsed once, compiled once, looked up by everybody. It belongs to
   * the cache, is shared, and must not be changed.
   */
  derive<T>(make: (object: R) => T): Derived<T>;
}
