/**
 * Reading what informers keep.
 *
 * @module
 */

import { namespaceOf, type ObjectStore, type StoredObject } from "../cache/mod.ts";
import type { CachedOptions } from "../client/lister.ts";
import { type AnyKind, placeOf, type Ref, selectorIn } from "../kinds/mod.ts";
import { ownTexts } from "../values/one_piece.ts";
import { keyOf } from "../wire/form.ts";
import type { Index } from "./define_index.ts";
import type { CachedListOptions, DerivedValues, Lister } from "./informer.ts";

/** What a {@link StoreLister} reads. */
export interface ListedStores<R> {
  readonly kind: AnyKind;
  readonly stores: readonly ObjectStore[];
  /** The store of a namespace; undefined: it is not followed. */
  storeOf(namespace: string): ObjectStore | undefined;
  readonly indexes: readonly Index<R>[];
  decode(stored: StoredObject): R;
}

/** Objects in stores, of which each has all of some namespaces. */
export class StoreLister<R> implements Lister<R> {
  readonly #listed: ListedStores<R>;

  constructor(listed: ListedStores<R>) {
    this.#listed = listed;
  }

  get size(): number {
    return this.#listed.stores.reduce((sum, store) => sum + store.size, 0);
  }

  get generation(): number {
    return this.#listed.stores.reduce((sum, store) => sum + store.generation, 0);
  }

  has(ref: Ref): boolean {
    const key = this.#keyOf(ref);
    return this.#listed.storeOf(namespaceOf(key))?.has(key) ?? false;
  }

  *keys(): Generator<string> {
    for (const store of this.#listed.stores) yield* store.keys();
  }

  get(ref: Ref): R | undefined {
    const stored = this.#stored(this.#keyOf(ref));
    return stored && this.#listed.decode(stored);
  }

  list({ namespace, labelSelector }: CachedListOptions = {}): R[] {
    const selector = labelSelector === undefined ? undefined : selectorIn(labelSelector);
    const found: R[] = [];
    for (const stored of this.#in(namespace)) {
      const object = this.#listed.decode(stored);
      if (selector === undefined || selector.matches(labelsOf(object))) found.push(object);
    }
    return found;
  }

  by(index: Index<R>, key: string): R[] {
    this.#checkIndex(index);
    const { stores, decode } = this.#listed;
    return stores.flatMap((store) => Array.from(store.byIndex(index.name, key), decode));
  }

  derive<T>(make: (object: R) => T): DerivedValues<R, T> {
    const { decode, stores, kind } = this.#listed;
    const views = new Map(
      stores.map((store) =>
        [store, new DerivedView(store, (stored) => make(decode(stored)))] as const
      ),
    );
    return {
      get: (ref) => {
        const key = this.#keyOf(ref);
        const store = this.#listed.storeOf(namespaceOf(key));
        const entry = store?.entryOf(key);
        return entry === undefined ? undefined : views.get(store!)!.at(entry);
      },
      list: ({ namespace }: CachedOptions = {}) => {
        if (namespace === undefined || !kind.namespaced) {
          return stores.flatMap((store) => views.get(store)!.all(store.entriesIn()));
        }
        const store = this.#listed.storeOf(namespace);
        return store === undefined ? [] : views.get(store)!.all(store.entriesIn(namespace));
      },
      by: (index, key) => {
        this.#checkIndex(index);
        return stores.flatMap((store) =>
          views.get(store)!.all(store.entriesByIndex(index.name, key))
        );
      },
    };
  }

  #checkIndex(index: Index<R>): void {
    const { indexes, kind } = this.#listed;
    if (indexes.includes(index)) return;
    throw new Error(
      `the informer of ${kind.plural} has no index ${index.name}: name it in its options`,
    );
  }

  #keyOf(ref: Ref): string {
    const { namespace, name } = placeOf(this.#listed.kind, ref);
    return keyOf(namespace, name);
  }

  #stored(key: string): StoredObject | undefined {
    return this.#listed.storeOf(namespaceOf(key))?.get(key);
  }

  *#in(namespace: string | undefined): Generator<StoredObject> {
    if (namespace !== undefined && this.#listed.kind.namespaced) {
      const store = this.#listed.storeOf(namespace);
      if (store !== undefined) yield* store.inNamespace(namespace);
      return;
    }
    for (const store of this.#listed.stores) yield* store.objects();
  }
}

const DERIVED_SLACK = 1000;

/** What was made of the objects of a store, by where they are kept: once for each of their states. */
class DerivedView<T> {
  readonly #store: ObjectStore;
  readonly #make: (stored: StoredObject) => T;
  #versions: number[] = [];
  #values: T[] = [];
  #made = 0;

  constructor(store: ObjectStore, make: (stored: StoredObject) => T) {
    this.#store = store;
    this.#make = make;
  }

  at(entry: number): T {
    const version = this.#store.versionAt(entry);
    if (this.#versions[entry] === version) return this.#values[entry]!;
    // Kept as long as the object: names in it must not keep all of the text that they were read from.
    const value = ownTexts(this.#make(this.#store.objectAt(entry)));
    if (this.#made > 2 * this.#store.size + DERIVED_SLACK) this.#forget();
    if (this.#versions[entry] === undefined) this.#made++;
    this.#versions[entry] = version;
    this.#values[entry] = value;
    return value;
  }

  all(entries: ArrayLike<number>): T[] {
    return Array.from(entries, (entry) => this.at(entry));
  }

  /** Lets go of what was made of objects that are gone. */
  #forget(): void {
    const [versions, values] = [this.#versions, this.#values];
    [this.#versions, this.#values, this.#made] = [[], [], 0];
    for (const entry of Array.from(this.#store.entriesIn())) {
      if (versions[entry] !== this.#store.versionAt(entry)) continue;
      this.#versions[entry] = versions[entry]!;
      this.#values[entry] = values[entry]!;
      this.#made++;
    }
  }
}

function labelsOf(object: unknown): Record<string, string> {
  return (object as { metadata?: { labels?: Record<string, string> } }).metadata?.labels ?? {};
}
