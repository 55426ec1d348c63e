/**
 * A map that forgets what came longest ago.
 *
 * A `Map` alone would do, but finds its oldest by looking through the places of all that was taken out before, 1 µs
 * with a thousand entries, 2 with four thousand (measured); and an iterator that stays keeps all tables that the map
 * ever had.
 *
 * @module
 */

interface Entry<K, V> {
  readonly key: K;
  value: V;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/** Keeps the newest so many; what is set again is the newest again. */
export class RecentMap<K, V extends NonNullable<unknown>> {
  readonly #most: number;
  readonly #entries = new Map<K, Entry<K, V>>();
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  set(key: K, value: V): void {
    const known = this.#entries.get(key);
    if (known !== undefined) {
      known.value = value;
      this.#takeOut(known);
      this.#putLast(known);
      return;
    }
    const entry: Entry<K, V> = { key, value, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#putLast(entry);
    if (this.#entries.size > this.#most) this.delete(this.#oldest!.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#takeOut(entry);
  }

  #putLast(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
  }

  #takeOut(entry: Entry<K, V>): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    entry.older = entry.newer = undefined;
  }
}
