/**
 * Storage of one resource's objects.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { StructType } from "../../toolkit/schema/mod.ts";
import type { TimeSlice } from "../../toolkit/time_slice.ts";
import type { CachedObject, CacheFeed, IndexValue, ResourceCache } from "../storage/cache/mod.ts";
import type { StorageEncoding } from "../storage/encoding.ts";
import { keyPrefix } from "../storage/keys.ts";
import type { Op, Store } from "../storage/mod.ts";
import type { StoredProtobuf } from "../storage/stored_protobuf.ts";
import { type AddFields, ObjectCoder, type Prepared } from "./object_coder.ts";
import { type ResourceMeasures, unmeasured } from "./resource_metrics.ts";
import { sameBytes } from "./revision_splice.ts";

/** What a resource's storage is opened with. */
export interface ResourceStorageOptions {
  readonly group: string;
  readonly resource: string;
  readonly namespaced: boolean;
  /** The type of stored objects; undefined for custom resources. */
  readonly type: StructType | undefined;
  readonly store: Store;
  readonly feed: CacheFeed;
  readonly encoding: StorageEncoding;
  /** `--store-prefix`. */
  readonly storePrefix: string;
  readonly addFields: AddFields;
  /** What is done to each object that is read from the store, before anybody sees it. */
  readonly afterDecode?: ((object: JsonObject) => void) | undefined;
  /** What else than the stored value reading goes by, where that may change. */
  readonly form?: unknown;
  /** Values by which lists and watches are found without a look at every object. */
  readonly indexes?: Readonly<Record<string, IndexValue>>;
  /** Bytes after the brace of each object's JSON that lists leave out. */
  readonly joinedSkip: number;
  /** Changes kept in memory for watches. Default 100. */
  readonly windowEvents?: number | undefined;
  /** Counts for the resource; {@link ResourceStorage.close} closes it. Default: nothing is counted. */
  readonly measures?: ResourceMeasures | undefined;
}

/** An object as it is after a write. */
export interface Written {
  readonly revision: number;
  /** Its canonical JSON, resourceVersion included. */
  readonly json: Uint8Array;
  /** The same as it was stored, where this write stored it in that form. */
  readonly protobuf?: StoredProtobuf | undefined;
}

/** What is done along with a write. */
export interface StoreWriteOptions {
  /** What the same commit does besides. */
  readonly along?: readonly Op[];
  /** Lets others in between encoding an object for readers and for the store. */
  readonly slice?: TimeSlice;
}

/** How long a read waits for the cache to see what the store has. */
const FRESH_TIMEOUT_MS = 3000;

const NONE: readonly Op[] = [];

/**
 * The storage of one resource's objects: reads are answered by the watch cache, writes go to the
 * store. `open` fills the cache first; closing it ends its watches.
 */
export class ResourceStorage {
  readonly namespaced: boolean;
  readonly type: StructType | undefined;
  /** What all keys start with, the final slash included. */
  readonly prefix: string;
  readonly cache: ResourceCache;
  /** Counts what is read and watched of it. */
  readonly measures: ResourceMeasures;
  readonly #store: Store;
  readonly #feed: CacheFeed;
  readonly #coder: ObjectCoder;

  private constructor(
    options: ResourceStorageOptions,
    prefix: string,
    coder: ObjectCoder,
    cache: ResourceCache,
    measures: ResourceMeasures,
  ) {
    this.namespaced = options.namespaced;
    this.type = options.type;
    this.prefix = prefix;
    this.cache = cache;
    this.measures = measures;
    this.#store = options.store;
    this.#feed = options.feed;
    this.#coder = coder;
  }

  /** Opens it, its cache filled. */
  static async open(options: ResourceStorageOptions): Promise<ResourceStorage> {
    const { type, encoding, addFields, afterDecode, feed, store, group, resource } = options;
    const measures = options.measures ?? unmeasured();
    const prefix = keyPrefix(options.storePrefix, { group, resource });
    const coder = new ObjectCoder(type, encoding, addFields, afterDecode);
    const cache = await feed.cache({
      prefix,
      decode: (stored) => {
        try {
          return coder.decode(stored);
        } catch (error) {
          measures.cache.undecoded();
          throw error;
        }
      },
      store,
      measures: measures.cache,
      indexes: options.indexes ?? {},
      joinedSkip: options.joinedSkip,
      form: options.form,
      ...(options.windowEvents !== undefined && { windowEvents: options.windowEvents }),
    });
    measures.opened(cache);
    return new ResourceStorage(options, prefix, coder, cache, measures);
  }

  /** Ends its watches, and forgets what it had in memory. */
  close(): void {
    this.#feed.remove(this.prefix);
    this.measures.close();
  }

  /** The key of an object; `namespace` is "" for a cluster-scoped one. */
  key(namespace: string, name: string): string {
    return this.namespaced ? `${this.prefix}${namespace}/${name}` : this.prefix + name;
  }

  /** What the keys of a namespace start with; "" is all of them. */
  namespacePrefix(namespace: string): string {
    return namespace === "" ? this.prefix : `${this.prefix}${namespace}/`;
  }

  /**
   * How many watches a change of an object concerns: those of all objects, of its namespace, and of itself;
   * "" for a name that is not known yet.
   */
  watchersOf(namespace: string, name: string): number {
    return this.cache.watchersOf(
      this.prefix,
      this.namespaced && namespace !== "" ? this.namespacePrefix(namespace) : undefined,
      name === "" ? undefined : this.key(namespace, name),
    );
  }

  /** Whether {@link waitUntilFresh} has nothing to wait for. */
  get isFresh(): boolean {
    return this.#feed.isFresh;
  }

  /** Settles once the cache has seen all that was acknowledged before this call. */
  waitUntilFresh(signal: AbortSignal): Promise<void> {
    const { cache } = this.measures;
    if (!this.isFresh) return cache.waiting(this.#feed.waitUntilFresh(signal, FRESH_TIMEOUT_MS));
    cache.foundFresh();
    return Promise.resolve();
  }

  /** Settles once the cache has seen `revision`; throws `NotYetSeen` when that takes too long. */
  waitForRevision(
    revision: number,
    signal: AbortSignal,
    timeoutMs = FRESH_TIMEOUT_MS,
  ): Promise<void> {
    const { cache } = this.measures;
    if (this.cache.revision < revision) {
      return cache.waiting(this.#feed.waitFor(revision, signal, timeoutMs));
    }
    cache.foundFresh();
    return Promise.resolve();
  }

  /** Has a watch told from time to time how far the cache has seen. */
  sendBookmarks(watcher: Parameters<CacheFeed["sendBookmarks"]>[0]): void {
    this.#feed.sendBookmarks(watcher);
  }

  /** An object at an old revision. Throws `Compacted`, `FutureRevision`. */
  async getAt(key: string, revision: number, signal: AbortSignal): Promise<Written | undefined> {
    const stored = await this.#store.get(key, { at: revision, signal });
    if (stored?.corrupt !== undefined) throw stored.corrupt;
    return stored && { json: this.#coder.decode(stored).json, revision: stored.revision };
  }

  /** What a dry run answers with: the object's JSON as it stands. */
  preview(object: JsonObject): Written {
    return { json: this.#coder.preview(object), revision: 0 };
  }

  /** The operation that makes a new object, for a commit that does more than that. */
  creation(key: string, object: JsonObject): Op {
    return this.#creation(key, object, this.#coder.json(object)).op;
  }

  #creation(key: string, object: JsonObject, json: Uint8Array) {
    const prepared = this.#coder.prepare(object, json);
    return { prepared, op: { type: "put", key, value: prepared.value, revision: 0 } as const };
  }

  /** Writes a new object. Throws `Conflict` when there is one. */
  async create(key: string, object: JsonObject, options: StoreWriteOptions = {}): Promise<Written> {
    const { along = NONE, slice } = options;
    slice?.restart();
    const json = this.#coder.json(object);
    await slice?.yieldIfOver();
    const { op, prepared } = this.#creation(key, object, json);
    const revision = await this.#store.commit([op, ...along]);
    return writtenAt(revision, prepared);
  }

  /**
   * Writes an object over `current`, whose resourceVersion it carries. One that is the same is not written, unless its value is not encoded as it would be now.
   * Throws `Conflict` when `current` is no longer what is there.
   */
  async update(
    current: CachedObject,
    object: JsonObject,
    { along = NONE, slice }: StoreWriteOptions = {},
  ): Promise<Written> {
    slice?.restart();
    const json = this.#coder.json(object);
    const { key, revision: before } = current;
    if (!current.stale && along.length === 0 && sameBytes(json, current.json)) {
      return { revision: before, json: current.json };
    }
    await slice?.yieldIfOver();
    const prepared = this.#coder.prepare(object, json);
    const { value } = prepared;
    const op: Op = { type: "put", key, value, revision: before };
    const revision = await this.#store.commit([op, ...along]);
    return writtenAt(revision, prepared);
  }

  /**
   * Removes what `current` shows, and does `along` in the same commit. Throws `Conflict` when that is
   * no longer what is there.
   */
  delete({ key, revision }: CachedObject, along: readonly Op[] = NONE): Promise<number> {
    return this.#store.commit([{ type: "delete", key, revision }, ...along]);
  }
}

function writtenAt(revision: number, prepared: Prepared): Written {
  const { json, protobuf } = prepared.at(revision);
  return { revision, json, protobuf };
}
