/**
 * Objects that plugins find, in every way in which they look for them.
 *
 * @module
 */

import type { ObjectFollower, ServerContext } from "../../apiserver/server_context.ts";
import type { CachedOptions, Derived, Lister } from "../../toolkit/client/mod.ts";
import { notFound } from "../../toolkit/errors/mod.ts";
import {
  type AnyKind,
  type AnyObject,
  type KubeObject,
  placeOf,
  type Ref,
} from "../../toolkit/kinds/mod.ts";

/** What there is, which a plugin may change. */
export class World implements Pick<ServerContext, "lister" | "follow"> {
  /** By version and kind, by namespace and name. */
  readonly #objects: ReadonlyMap<string, Map<string, AnyObject>>;
  readonly #followers: { readonly of: string; readonly follower: ObjectFollower<AnyObject> }[] = [];

  constructor(objects: readonly AnyObject[]) {
    const byKind = Map.groupBy(objects, ({ apiVersion, kind }) => `${apiVersion} ${kind}`);
    this.#objects = new Map(
      [...byKind].map(([of, all]) => [of, new Map(all.map((object) => [keyOf(object), object]))]),
    );
  }

  lister<R extends KubeObject>(kind: AnyKind): Lister<R> {
    return new WorldLister<R>(kind, this.#of(kind));
  }

  follow<R extends KubeObject>(kind: AnyKind, follower: ObjectFollower<R>): boolean {
    const told = follower as unknown as ObjectFollower<AnyObject>;
    for (const object of this.#of(kind).values()) told.put(structuredClone(object));
    this.#followers.push({ of: nameOf(kind), follower: told });
    return true;
  }

  get(kind: AnyKind, ref: Ref): Promise<AnyObject> {
    const place = placeOf(kind, ref);
    const found = this.#of(kind).get(keyOf({ metadata: place }));
    if (found !== undefined) return Promise.resolve(structuredClone(found));
    const { group, plural: resource } = kind;
    return Promise.reject(notFound({ group, resource }, place.name));
  }

  /** Nobody else writes meanwhile. */
  write(kind: AnyKind, sent: AnyObject): Promise<AnyObject> {
    const resourceVersion = String(Number(sent.metadata?.resourceVersion ?? 0) + 1);
    const object = { ...sent, metadata: { ...sent.metadata, resourceVersion } };
    this.#of(kind).set(keyOf(object), object);
    for (const { of, follower } of this.#followers) {
      if (of === nameOf(kind)) follower.put(structuredClone(object));
    }
    return Promise.resolve(structuredClone(object));
  }

  #of(kind: AnyKind): Map<string, AnyObject> {
    return this.#objects.get(nameOf(kind)) ?? new Map();
  }
}

/** All objects of a kind. */
class WorldLister<R extends KubeObject> implements Lister<R> {
  readonly #kind: AnyKind;
  readonly #objects: ReadonlyMap<string, AnyObject>;
  readonly generation = 1;

  constructor(kind: AnyKind, objects: ReadonlyMap<string, AnyObject>) {
    this.#kind = kind;
    this.#objects = objects;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(ref: Ref): R | undefined {
    const found = this.#objects.get(keyOf({ metadata: placeOf(this.#kind, ref) }));
    return structuredClone(found) as R | undefined;
  }

  list({ namespace }: CachedOptions = {}): R[] {
    return [...this.#objects].sort(([one], [other]) => one < other ? -1 : 1)
      .map(([, object]) => object)
      .filter(({ metadata }) => namespace === undefined || metadata?.namespace === namespace)
      .map((object) => structuredClone(object) as KubeObject as R);
  }

  derive<T>(make: (object: R) => T): Derived<T> {
    return {
      get: (ref) => {
        const found = this.get(ref);
        return found && make(found);
      },
      list: (options) => this.list(options).map(make),
    };
  }
}

function nameOf({ group, version, kind }: AnyKind): string {
  return `${group === "" ? version : `${group}/${version}`} ${kind}`;
}

function keyOf({ metadata: { namespace = "", name } = {} }: KubeObject): string {
  return `${namespace}/${name}`;
}
