/**
 * Finds the watchers that an event may concern without asking all of them: each is filed once,
 * under the narrowest thing that it asks for.
 *
 * @module
 */

import type { CachedObject } from "./cached_object.ts";
import { type CacheEvent, isUnreadable } from "./event.ts";
import type { Watcher } from "./watcher.ts";

/** Reads the value of a declared index from an entry. */
export type IndexValue = (entry: CachedObject) => string | undefined;

/**
 * The watchers of one resource, filed by key, by index value or by prefix, so that `dispatch()`
 * offers an event only to those whose scope it may be in. Each of them still checks its own
 * scope.
 */
export class Dispatcher {
  readonly #indexes: ReadonlyMap<string, IndexValue>;
  readonly #all = new Set<Watcher>();
  /** By key, by prefix, and by the name and value of an index. */
  readonly #filed = new Map<string, Set<Watcher>>();
  /** How many watchers are filed under each index: one that nobody uses costs nothing. */
  readonly #used = new Map<string, number>();
  #count = 0;

  constructor(indexes: ReadonlyMap<string, IndexValue>) {
    this.#indexes = indexes;
  }

  /** How many watchers there are. */
  get count(): number {
    return this.#count;
  }

  add(watcher: Watcher): void {
    this.#count++;
    const place = this.#placeOf(watcher);
    if (place === undefined) {
      this.#all.add(watcher);
      return;
    }
    const { index } = watcher.scope;
    if (isIndexPlace(place)) {
      this.#used.set(index!.name, (this.#used.get(index!.name) ?? 0) + 1);
    }
    const filed = this.#filed.get(place) ?? new Set();
    this.#filed.set(place, filed);
    filed.add(watcher);
  }

  remove(watcher: Watcher): void {
    const place = this.#placeOf(watcher);
    const filed = place === undefined ? this.#all : this.#filed.get(place);
    if (!filed?.delete(watcher)) return;
    this.#count--;
    if (place === undefined) return;
    if (filed.size === 0) this.#filed.delete(place);
    if (isIndexPlace(place)) {
      const { name } = watcher.scope.index!;
      this.#used.set(name, this.#used.get(name)! - 1);
    }
  }

  /** Offers an event to whom it may concern; `woken` gathers those that have something to send. */
  dispatch(event: CacheEvent, woken: Set<Watcher>, dropped: (watcher: Watcher) => void): void {
    const offer = (watchers: ReadonlySet<Watcher> | undefined) => {
      if (watchers === undefined) return;
      for (const watcher of watchers) {
        if (watcher.offer(event)) woken.add(watcher);
        else dropped(watcher);
      }
    };
    offer(this.#all);
    if (this.#filed.size === 0) return;
    offer(this.#filed.get(`key ${event.key}`));
    // Namespaces: every prefix of the key that ends with a slash.
    for (let at = event.key.indexOf("/", 1); at >= 0; at = event.key.indexOf("/", at + 1)) {
      offer(this.#filed.get(`prefix ${event.key.slice(0, at + 1)}`));
    }
    if (isUnreadable(event)) {
      // Of which values it is, or was, nobody knows.
      for (const [place, filed] of this.#filed) if (isIndexPlace(place)) offer(filed);
      return;
    }
    for (const [name, users] of this.#used) {
      if (users === 0) continue;
      const read = this.#indexes.get(name)!;
      const now = event.entry && read(event.entry);
      const before = event.previous && read(event.previous);
      if (now !== undefined) offer(this.#filed.get(indexPlace(name, now)));
      if (before !== undefined && before !== now) offer(this.#filed.get(indexPlace(name, before)));
    }
  }

  /** How many are filed under all, under these prefixes, and under this key. */
  filedUnder(prefix: string, narrower: string | undefined, key: string | undefined): number {
    const at = (place: string) => this.#filed.get(place)?.size ?? 0;
    let count = this.#all.size + at(`prefix ${prefix}`);
    if (narrower !== undefined) count += at(`prefix ${narrower}`);
    if (key !== undefined) count += at(`key ${key}`);
    return count;
  }

  /** All watchers. */
  *watchers(): Generator<Watcher> {
    yield* this.#all;
    for (const filed of this.#filed.values()) yield* filed;
  }

  #placeOf({ scope: { key, prefix, index } }: Watcher): string | undefined {
    if (key !== undefined) return `key ${key}`;
    if (index !== undefined && this.#indexes.has(index.name)) {
      return indexPlace(index.name, index.value);
    }
    return prefix === undefined ? undefined : `prefix ${prefix}`;
  }
}

const INDEX = "index ";

function isIndexPlace(place: string): boolean {
  return place.startsWith(INDEX);
}

function indexPlace(name: string, value: string): string {
  return `${INDEX}${name}\n${value}`;
}
