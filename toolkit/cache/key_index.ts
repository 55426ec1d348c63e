/**
 * Entries by other names than their keys.
 *
 * @module
 */

/** What an entry is found under: one name, several, or none. */
export type IndexKeys = string | readonly string[] | undefined;

/** Numbers of entries by name. Names under which one entry stands alone take no set. */
export class KeyIndex {
  readonly #entries = new Map<string, number | Set<number>>();
  /** By entry: the names under which it stands. */
  readonly #names: IndexKeys[] = [];

  /** Puts an entry under these names, and under no others. */
  set(entry: number, names: IndexKeys): void {
    const before = this.#names[entry];
    if (sameNames(before, names)) return;
    for (const name of each(before)) this.#remove(name, entry);
    for (const name of each(names)) this.#add(name, entry);
    this.#names[entry] = names;
  }

  /** The entries under a name. */
  get(name: string): readonly number[] {
    const entries = this.#entries.get(name);
    if (entries === undefined) return [];
    return typeof entries === "number" ? [entries] : [...entries];
  }

  /** All names under which there are entries. */
  names(): IterableIterator<string> {
    return this.#entries.keys();
  }

  #add(name: string, entry: number): void {
    const entries = this.#entries.get(name);
    if (entries === undefined) this.#entries.set(name, entry);
    else if (typeof entries !== "number") entries.add(entry);
    else if (entries !== entry) this.#entries.set(name, new Set([entries, entry]));
  }

  #remove(name: string, entry: number): void {
    const entries = this.#entries.get(name);
    if (entries === entry) this.#entries.delete(name);
    else if (typeof entries === "object") {
      entries.delete(entry);
      if (entries.size === 0) this.#entries.delete(name);
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
