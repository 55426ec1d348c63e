/**
 * What an informer keeps of the objects that come, and how it reads that.
 *
 * @module
 */

import type { IndexKeys, NewObject, StoredObject } from "../cache/mod.ts";
import type { Logger } from "../logger.ts";
import { isObject } from "../values/json.ts";
import type { Received } from "../wire/form.ts";
import type { TrimOptions } from "../wire/trim.ts";
import type { Index } from "./define_index.ts";
import { KeptForm } from "./kept_form.ts";
import { isInShard, type Shard } from "./shard.ts";

/** What {@link KeptObjects} is made with. */
export interface KeptObjectsOptions<R> {
  /** Reads what {@link Received.bytes} gave. */
  readonly decode: (bytes: Uint8Array) => R;
  /** Undefined: nothing is left out. */
  readonly trim: TrimOptions | undefined;
  readonly transform: ((object: R) => object) | undefined;
  readonly indexes: readonly Index<R>[];
  readonly shard: Shard | undefined;
  readonly logger: Logger;
}

/** Turns objects that came into what is kept of them. */
export class KeptObjects<R> {
  readonly #options: KeptObjectsOptions<R>;
  readonly #form = new KeptForm();
  /** Whether objects have to be decoded as they come. */
  readonly #reads: boolean;

  constructor(options: KeptObjectsOptions<R>) {
    this.#options = options;
    this.#reads = options.transform !== undefined || options.indexes.length > 0;
  }

  /** Undefined: it is of another shard, or can't be transformed. */
  keep(received: Received<R>): NewObject | undefined {
    const { trim, shard } = this.#options;
    const { key, uid, revision } = received;
    if (shard !== undefined && !isInShard(uid, shard)) return undefined;
    const bytes = received.bytes(trim);
    return this.#reads ? this.#read({ key, uid, revision, bytes }) : { key, uid, revision, bytes };
  }

  /** The caller's own copy of an object that is kept. */
  readonly decode = (stored: StoredObject): R =>
    this.#form.decode(stored) as R | undefined ?? this.#options.decode(stored.bytes);

  #read(object: NewObject): NewObject | undefined {
    const { transform, indexes } = this.#options;
    const kept = transform === undefined ? object : this.#transformed(transform, object);
    if (kept === undefined || indexes.length === 0) return kept;
    const shown = this.decode(kept);
    const indexKeys: Record<string, IndexKeys> = {};
    for (const index of indexes) indexKeys[index.name] = this.#keysIn(index, shown, object.key);
    return { ...kept, indexKeys };
  }

  #transformed(transform: (object: R) => object, received: NewObject): NewObject | undefined {
    const { decode, logger } = this.#options;
    const { key, uid, revision } = received;
    // What can't be decoded is the server's fault, and is asked for anew.
    const object = decode(received.bytes);
    try {
      const kept: unknown = transform(object);
      if (isObject(kept) && isObject(kept.metadata)) {
        const { bytes, shared } = this.#form.encode(kept, received);
        return { key, uid, revision, bytes, shared };
      }
      throw new TypeError("a transform has to return an object with its metadata");
    } catch (error) {
      logger.error("An object can't be transformed, and is left out", error, { object: key });
      return undefined;
    }
  }

  #keysIn(index: Index<R>, object: R, key: string): IndexKeys {
    try {
      const keys: readonly unknown[] = index.keys(object);
      if (!keys.every((each) => typeof each === "string")) {
        throw new TypeError("the keys of an index are texts");
      }
      return keys.length === 1 ? keys[0] : keys;
    } catch (error) {
      this.#options.logger.error("An index can't be made of an object", error, {
        index: index.name,
        object: key,
      });
      return undefined;
    }
  }
}
