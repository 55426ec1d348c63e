/**
 * The watch cache as a lister: what plugins and loops ask at once.
 *
 * @module
 */

import type { CachedOptions, Derived, Lister } from "../../toolkit/client/mod.ts";
import {
  groupOnServer,
  type Kind,
  type KubeObject,
  placeOf,
  type Ref,
} from "../../toolkit/kinds/mod.ts";
import type { Dialect } from "../../toolkit/names.ts";
import { objectOf } from "../resource/object_coder.ts";
import type { ResourceSource } from "../resource/resource_source.ts";
import type { ResourceStorage } from "../resource/resource_storage.ts";
import { type CachedObject, derivedValue } from "../storage/cache/mod.ts";

/**
 * The objects of a kind as they are stored and cached: as new as everything that this server wrote, and
 * a moment behind what others did. An object that can't be read is none of them; who must know asks
 * `storage.cache.corrupt`.
 */
export class CachedLister<R extends KubeObject> implements Lister<R> {
  readonly #kind: Kind<KubeObject, R>;
  readonly #storage: ResourceStorage;

  constructor(kind: Kind<KubeObject, R>, storage: ResourceStorage) {
    this.#kind = kind;
    this.#storage = storage;
  }

  get size(): number {
    const { size, corrupt } = this.#storage.cache;
    return size - corrupt.size;
  }

  get generation(): number {
    return this.#storage.cache.changedAt;
  }

  get(ref: Ref): R | undefined {
    const entry = this.#entry(ref);
    return entry && this.#copyOf(entry);
  }

  list(options?: CachedOptions): R[] {
    return this.#entries(options).map((entry) => this.#copyOf(entry));
  }

  derive<T>(make: (object: R) => T): Derived<T> {
    const value = derivedValue((entry: CachedObject) => make(this.#copyOf(entry)));
    return {
      get: (ref) => {
        const entry = this.#entry(ref);
        return entry && value(entry);
      },
      list: (options) => this.#entries(options).map((entry) => value(entry)),
    };
  }

  #copyOf(entry: CachedObject): R {
    return objectOf(entry) as unknown as R;
  }

  #entry(ref: Ref): CachedObject | undefined {
    const { namespace, name } = placeOf(this.#kind, ref);
    const entry = this.#storage.cache.get(this.#storage.key(namespace, name));
    return entry?.corrupt === undefined ? entry : undefined;
  }

  #entries({ namespace }: CachedOptions = {}): readonly CachedObject[] {
    const { cache } = this.#storage;
    return namespace === undefined
      ? cache.entries()
      : cache.joined(this.#storage.namespacePrefix(namespace)).entries;
  }
}

/** The lister of a kind; undefined where its objects are not served. */
export function listerOf<R extends KubeObject>(
  kind: Kind<KubeObject, R>,
  source: Pick<ResourceSource, "find">,
  dialect: Dialect,
): Lister<R> | undefined {
  const group = groupOnServer(kind.group, dialect);
  const storage = source.find(group, kind.version, kind.plural)?.storage;
  return storage && new CachedLister(kind, storage);
}
