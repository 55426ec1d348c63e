/**
 * Reading what informers keep.
 *
 * @module
 */

import { namespaceOf, type ObjectStore, type StoredObject } from "../cache/mod.ts";
import type { CachedOptions } from "../client/lister.ts";
import { type AnyKind, placeOf, type Ref, selectorIn } from "../kinds/mod.ts";
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
    return this.#by(index, key, this.#listed.decode);
  }

  derive<T>(make: (object: R) => T): DerivedValues<R, T> {
    const made = new Map<string, { readonly uid: string; readonly revision: string; value: T }>();
    const of = (stored: StoredObject): T => {
      const { key, uid, revision } = stored;
      const known = made.get(key);
      if (known?.uid === uid && known.revision === revision) return known.value;
      const value = make(this.#listed.decode(stored));
      made.set(key, { uid, revision, value });
      // Of objects that are gone; looked for when there are many.
      if (made.size > 2 * this.size + DERIVED_SLACK) {
        for (const each of made.keys()) if (this.#stored(each) === undefined) made.delete(each);
      }
      return value;
    };
    return {
      get: (ref) => {
        const stored = this.#stored(this.#keyOf(ref));
        return stored && of(stored);
      },
      list: ({ namespace }: CachedOptions = {}) => Array.from(this.#in(namespace), of),
      by: (index, key) => this.#by(index, key, of),
    };
  }

  #by<T>(index: Index<R>, key: string, of: (stored: StoredObject) => T): T[] {
    const { indexes, stores, kind } = this.#listed;
    if (!indexes.includes(index)) {
      throw new Error(
        `the informer of ${kind.plural} has no index ${index.name}: name it in its options`,
      );
    }
    return stores.flatMap((store) => Array.from(store.byIndex(index.name, key), of));
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

function labelsOf(object: unknown): Record<string, string> {
  return (object as { metadata?: { labels?: Record<string, string> } }).metadata?.labels ?? {};
}
