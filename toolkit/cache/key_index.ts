/**
 * Entries by other names than their keys.
 *
 * @module
 */

import { inOnePiece } from "../values/one_piece.ts";

/** What an entry is found under: one name, several, or none. */
export type IndexKeys = string | readonly string[] | undefined;

/** The entries under a name; one that stands there alone takes no set. */
interface Named {
  /** Kept once, however many entries stand under it. */
  readonly name: string;
  entries: number | Set<number>;
}

/** Numbers of entries by name. */
export class KeyIndex {
  readonly #named = new Map<string, Named>();
  /** By entry: the names under which it stands. */
  readonly #names: IndexKeys[] = [];

  /** Puts an entry under these names, and under no others. */
  set(entry: number, names: IndexKeys): void {
    const before = this.#names[entry];
    if (sameNames(before, names)) return;
    for (const name of each(before)) this.#remove(name, entry);
    this.#names[entry] = typeof names === "object"
      ? names.map((name) => this.#add(name, entry))
      : names === undefined
      ? undefined
      : this.#add(names, entry);
  }

  /** The entries under a name. */
  get(name: string): readonly number[] {
    const entries = this.#named.get(name)?.entries;
    if (entries === undefined) return [];
    return typeof entries === "number" ? [entries] : [...entries];
  }

  /** All names under which there are entries. */
  names(): IterableIterator<string> {
    return this.#named.keys();
  }

  /** Puts an entry under a name; returns the name as it is kept. */
  #add(name: string, entry: number): string {
    const named = this.#named.get(name);
    if (named === undefined) {
      // A text that was cut out of a message would keep all of the message.
      const own = inOnePiece(name);
      this.#named.set(own, { name: own, entries: entry });
      return own;
    }
    if (typeof named.entries !== "number") named.entries.add(entry);
    else if (named.entries !== entry) named.entries = new Set([named.entries, entry]);
    return named.name;
  }

  #remove(name: string, entry: number): void {
    const named = this.#named.get(name);
    if (named === undefined) return;
    if (named.entries === entry) this.#named.delete(name);
    else if (typeof named.entries === "object") {
      named.entries.delete(entry);
      if (named.entries.size === 0) this.#named.delete(name);
    }
  }
}

function each(names: IndexKeys): readonly string[] {
  return names === undefined ? [] : typeof names === "string" ? [names] : names;
}

function sameNames(a: IndexKeys, b: IndexKeys): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a.length !== b.length) return false;
  return a.every((name, at) => name === b[at]);
}
