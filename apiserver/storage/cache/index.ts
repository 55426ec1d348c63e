/**
 * The objects of a resource: in order of their keys, and by the values of declared indexes.
 *
 * @module
 */

import { lessByBytes } from "../keys.ts";
import { OrderedMap } from "../history/ordered_map.ts";
import type { IndexValue } from "./dispatcher.ts";
import type { CachedObject } from "./cached_object.ts";

/**
 * The newest entries of one resource, by key and by the values of its declared indexes. Scans go
 * in the order of the keys, and a snapshot stays as it was.
 */
export class EntryIndex {
  readonly #indexes: ReadonlyMap<string, IndexValue>;
  /** For each index, by value, the keys that have it. */
  readonly #keys = new Map<string, Map<string, KeySet>>();
  #entries = new OrderedMap<CachedObject>();

  constructor(indexes: ReadonlyMap<string, IndexValue>) {
    this.#indexes = indexes;
    for (const name of indexes.keys()) this.#keys.set(name, new Map());
  }

  /** How many objects there are. */
  get size(): number {
    return this.#entries.size;
  }

  get(key: string): CachedObject | undefined {
    return this.#entries.get(key);
  }

  /** Sets or, without an entry, removes what is at `key`; returns what was there. */
  set(key: string, entry: CachedObject | undefined): CachedObject | undefined {
    let before: CachedObject | undefined;
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
  snapshot(): OrderedMap<CachedObject> {
    return this.#entries.fork();
  }

  /** Calls `visit` for each object from `start` on, in order, until it returns false. */
  scan(start: string, visit: (entry: CachedObject) => boolean): void {
    this.#entries.scan(start, (_key, entry) => visit(entry));
  }

  /** Whether there is an index of that name. */
  has(name: string): boolean {
    return this.#keys.has(name);
  }

  /** As {@link scan}, of the objects with a value of an index that there is. */
  scanValue(
    name: string,
    value: string,
    start: string,
    visit: (entry: CachedObject) => boolean,
  ): void {
    const sorted = this.#keys.get(name)?.get(value)?.sorted() ?? [];
    for (let at = lowerBound(sorted, start); at < sorted.length; at++) {
      if (!visit(this.#entries.get(sorted[at]!)!)) break;
    }
  }

  /** How many objects are after the key `after` among those whose keys start with `prefix`. */
  countAfter(after: string, prefix: string): number {
    return countAfter(this.#entries, after, prefix);
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

/** How many entries are after the key `after`, which is one, and start with `prefix`. */
export function countAfter(
  entries: OrderedMap<CachedObject>,
  after: string,
  prefix: string,
): number {
  return entries.countThrough(prefix) - entries.countBefore(after) - 1;
}

/** Keys, in order when somebody asks for that: pages of one list ask many times in a row. */
class KeySet {
  readonly #keys = new Set<string>();
  #sorted: readonly string[] | undefined;

  get size(): number {
    return this.#keys.size;
  }

  add(key: string): void {
    this.#keys.add(key);
    this.#sorted = undefined;
  }

  delete(key: string): void {
    this.#keys.delete(key);
    this.#sorted = undefined;
  }

  sorted(): readonly string[] {
    return this.#sorted ??= [...this.#keys].sort(byBytes);
  }
}

function lowerBound(keys: readonly string[], start: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (lessByBytes(keys[middle]!, start)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byBytes(a: string, b: string): number {
  return lessByBytes(a, b) ? -1 : 1;
}

function addTo(values: Map<string, KeySet>, value: string, key: string): void {
  const keys = values.get(value) ?? new KeySet();
  values.set(value, keys);
  keys.add(key);
}

function removeFrom(values: Map<string, KeySet>, value: string, key: string): void {
  const keys = values.get(value);
  keys?.delete(key);
  if (keys?.size === 0) values.delete(value);
}
