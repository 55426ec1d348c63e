/**
 * What is made of cached objects: once an object, when somebody first asks for it, and gone with it.
 *
 * @module
 */

import type { CachedObject } from "./cached_object.ts";

/** An entry, or a place for what is made of an object that is in no cache. */
export type Derivable = Pick<CachedObject, "derived">;

/** A place for values of an object that is in no cache. */
export function noneDerived(): Derivable["derived"] {
  return new Map();
}

/**
 * A value of entries: `make` is called for each entry once, and what is given besides counts only then.
 * Declare it at the top of a module, or once for whoever keeps it: each call of this function makes
 * another value.
 */
export function derivedValue<E extends Derivable, T, A extends readonly unknown[] = []>(
  make: (entry: E, ...given: A) => T,
): (entry: E, ...given: A) => T {
  const key = {};
  return (entry, ...given) => {
    const { derived } = entry;
    const known = derived.get(key);
    if (known !== undefined || derived.has(key)) return known as T;
    const made = make(entry, ...given);
    derived.set(key, made);
    return made;
  };
}

/** Values of one sort of which an entry has several, told apart by a text. */
export interface DerivedForms<E extends Derivable, T> {
  /** The value, made by `make` where it is not there. */
  of(entry: E, name: string, make: (entry: E) => T): T;
  has(entry: E, name: string): boolean;
  set(entry: E, name: string, value: T): void;
}

/** Values of one sort, several an entry. `sort` tells them apart from those of other sorts. */
export function derivedForms<E extends Derivable, T>(sort: string): DerivedForms<E, T> {
  const keyOf = (name: string) => `${sort} ${name}`;
  return {
    of(entry, name, make) {
      const key = keyOf(name);
      const known = entry.derived.get(key);
      if (known !== undefined) return known as T;
      const made = make(entry);
      entry.derived.set(key, made);
      return made;
    },
    has: (entry, name) => entry.derived.has(keyOf(name)),
    set: (entry, name, value) => void entry.derived.set(keyOf(name), value),
  };
}
