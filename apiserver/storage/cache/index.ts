/**
 * The objects of a resource: in order of their keys, and by the values of declared indexes.
 *
 * @module
 */

import { lessByBytes } from "../keys.ts";
import { OrderedMap } from "../history/ordered_map.ts";
import type { IndexValue } from "./dispatcher.ts";
import type { Entry } from "./entry.ts";

/** See the module's comment. */
export class EntryIndex {
  readonly #indexes: ReadonlyMap<string, IndexValue>;
  /** For each index, by value, the keys that have it. */
  readonly #keys = new Map<string, Map<string, Set<string>>>();
  #entries = new OrderedMap<Entry>();

  constructor(indexes: ReadonlyMap<string, IndexValue>) {
    this.#indexes = indexes;
    for (const name of indexes.keys()) this.#keys.set(name, new Map());
  }

  /** How many objects there are. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  /** Sets or, without an entry, removes what is at `key`; returns what was there. */
  set(key: string, entry: Entry | undefined): Entry | undefined {
    let before: Entry | undefined;
    if (entry !== undefined) before = this.#entries.set(key, entry);
    else {
      before = this.#entries.get(key);
      if (before !== undefined) this.#entries.delete(key);
    }
    for (const [name, read] of this.#indexes) {
      const old = before && read(before);
      const now = entry && read(entry);
      if (old === now) continue;
      const values = this.#keys.get(name)!;
      if (old !== undefined) removeFrom(values, old, key);
      if (now !== undefined) addTo(values, now, key);
    }
    return before;
  }

  /** The objects as they are now, cheap to keep: later changes do not show in it. */
  snapshot(): OrderedMap<Entry> {
    return this.#entries.fork();
  }

  /** Calls `visit` for each object from `start` on, in order, until it returns false. */
  scan(start: string, visit: (entry: Entry) => boolean): void {
    this.#entries.scan(start, (_key, entry) => visit(entry));
  }

  /** The objects with a value of an index, in order of their keys; undefined: no such index. */
  withValue(name: string, value: string): Entry[] | undefined {
    const values = this.#keys.get(name);
    if (values === undefined) return undefined;
    return [...values.get(value) ?? []].sort(byBytes).map((key) => this.#entries.get(key)!);
  }

  /** Every key. */
  keys(): string[] {
    const keys: string[] = [];
    this.#entries.scan("", (key) => {
      keys.push(key);
      return true;
    });
    return keys;
  }
}

function byBytes(a: string, b: string): number {
  return lessByBytes(a, b) ? -1 : 1;
}

function addTo(values: Map<string, Set<string>>, value: string, key: string): void {
  const keys = values.get(value) ?? new Set();
  values.set(value, keys);
  keys.add(key);
}

function removeFrom(values: Map<string, Set<string>>, value: string, key: string): void {
  const keys = values.get(value);
  keys?.delete(key);
  if (keys?.size === 0) values.delete(value);
}
