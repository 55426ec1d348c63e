/**
 * What an informer keeps of the objects that come, and how it reads that.
 *
 * @module
 */

import type { IndexKeys, NewObject, StoredObject } from "../cache/mod.ts";
import type { Logger } from "../logger.ts";
import { isObject, type JsonObject } from "../values/json.ts";
import type { Received } from "../wire/form.ts";
import { trimObject, type TrimOptions } from "../wire/trim_object.ts";
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
  /** What was decoded last for the indexes, and of which object as of when. */
  #shown: Pick<StoredObject, "key" | "uid" | "revision"> & { readonly object: R } | undefined;

  constructor(options: KeptObjectsOptions<R>) {
    this.#options = options;
    this.#reads = options.transform !== undefined || options.indexes.length > 0;
  }

  /**
   * Undefined: it is of another shard, or can't be transformed. `decoded` is what it holds, where somebody has decoded
   * it already.
   */
  keep(received: Received<R>, decoded?: object): NewObject | undefined {
    const { trim, shard } = this.#options;
    const { key, uid, revision } = received;
    if (shard !== undefined && !isInShard(uid, shard)) return undefined;
    const bytes = received.bytes(trim);
    const object = { key, uid, revision, bytes };
    return this.#reads ? this.#read(object, decoded) : object;
  }

  /** The caller's own copy of an object that is kept. */
  readonly decode = (stored: StoredObject): R =>
    this.#form.decode(stored) as R | undefined ?? this.#options.decode(stored.bytes);

  /** An object that is kept, for all to see and nobody to change: the one that came last was decoded already. */
  readonly show = (stored: StoredObject): R => {
    const shown = this.#shown;
    const { key, uid, revision } = stored;
    return shown?.key === key && shown.uid === uid && shown.revision === revision
      ? shown.object
      : this.decode(stored);
  };

  #read(object: NewObject, decoded: object | undefined): NewObject | undefined {
    const { transform, indexes, trim } = this.#options;
    const kept = transform === undefined ? object : this.#transformed(transform, object);
    if (kept === undefined || indexes.length === 0) return kept;
    const { key, uid, revision } = object;
    let shown: R;
    if (decoded === undefined || transform !== undefined) {
      shown = this.decode(kept);
      this.#shown = { key, uid, revision, object: shown };
    } else {
      shown = (trim === undefined ? decoded : trimObject(decoded as JsonObject, trim)) as R;
    }
    const indexKeys: Record<string, IndexKeys> = {};
    for (const index of indexes) indexKeys[index.name] = this.#keysIn(index, shown, key);
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
