/**
 * Differences as subscribers are told of them.
 *
 * @module
 */

import type { Delta as CacheDelta, StoredObject } from "../cache/mod.ts";
import type { RecentMap } from "../recent_map.ts";
import type { Delta } from "./informer.ts";

/** The change of an object that came last, and the field manager that made it. */
export interface LastWrite {
  readonly revision: string;
  readonly manager: string;
}

/** A difference whose objects are decoded when they are asked for. */
export class LazyDelta<R> implements Delta<R> {
  readonly type: Delta<R>["type"];
  readonly key: string;
  readonly initial: boolean;
  readonly resync: boolean;
  readonly by: string | undefined;
  readonly #decode: (stored: StoredObject) => R;
  readonly #now: StoredObject;
  readonly #before: StoredObject | undefined;
  #object: R | undefined;
  #previous: R | undefined;

  constructor(
    delta: CacheDelta,
    { resync, decode, writers }: {
      readonly resync: boolean;
      readonly decode: (stored: StoredObject) => R;
      readonly writers: RecentMap<string, LastWrite>;
    },
  ) {
    this.type = delta.type;
    this.initial = delta.initial;
    this.resync = resync;
    this.#decode = decode;
    this.#now = delta.object ?? delta.previous!;
    this.#before = delta.type === "Updated" ? delta.previous : undefined;
    this.key = this.#now.key;
    this.by = delta.type === "Deleted" || delta.initial || resync
      ? undefined
      : managerOf(this.#now, writers);
  }

  get object(): R {
    return this.#object ??= this.#decode(this.#now);
  }

  get previous(): R | undefined {
    if (this.#before === undefined) return undefined;
    return this.#previous ??= this.#decode(this.#before);
  }
}

/** Who made an object what it is, where that is known. */
function managerOf(
  { key, revision }: StoredObject,
  writers: RecentMap<string, LastWrite>,
): string | undefined {
  const last = writers.get(key);
  return last?.revision === revision ? last.manager : undefined;
}
