/**
 * Informers at work.
 *
 * @module
 */

import {
  type Delta as CacheDelta,
  namespaceOf,
  ObjectCache,
  ObjectStore,
  type StoredObject,
} from "../cache/mod.ts";
import { objectSource } from "../client/object_source.ts";
import { selectorTexts } from "../client/selection.ts";
import type { ServerClient } from "../client/server_client.ts";
import { sleep } from "../clock.ts";
import { isNotFound } from "../errors/mod.ts";
import { type AnyKind, msOfSpan, placeOf, type Ref } from "../kinds/mod.ts";
import { RecentMap } from "../recent_map.ts";
import { reflect, type ReflectorStats } from "../reflector/reflect.ts";
import { encodeUntypedJson } from "../codec/json.ts";
import { keyOf, type Received } from "../wire/form.ts";
import { trimObject } from "../wire/trim_object.ts";
import { StoreLister } from "./cached_lister.ts";
import { objectFilter } from "./field_values.ts";
import type { Delta, Informer, InformerOptions, InformerStats, Lister } from "./informer.ts";
import { type LastWrite, LazyDelta } from "./lazy_delta.ts";
import { KeptObjects } from "./kept_objects.ts";
import { checkShard } from "./shard.ts";
import { behind } from "./view.ts";

/** Options that operators add: what of the metadata they need themselves. */
export interface OwnInformerOptions<R> extends InformerOptions<R> {
  /** Managers whose entries of `managedFields` are kept whatever else is dropped. */
  readonly keepManagers?: ReadonlySet<string> | undefined;
}

/** As long as revisions that can't be compared are waited for. */
const AWAITED_MS = 10_000;
/** A run waits no longer for one answer. */
const LOOK_UP_TIMEOUT = "30s";
/** Of so many changes it is known who made them: subscribers hear of a change right after it came. */
const REMEMBERED_WRITES = 1024;
const NOT_SERVED = "An informer waits for its kind to be served: is it defined?";
const NO_BYTES = new Uint8Array();

/** The objects of one namespace, or of all. */
interface Part {
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly store: ObjectStore;
  readonly cache: ObjectCache;
  readonly stats: ReflectorStats;
  readonly synced: PromiseWithResolvers<void>;
}

/** See {@link Informer}. What it has besides is for controllers. */
export class RunningInformer<R> implements Informer<R> {
  readonly lister: Lister<R>;
  readonly #client: ServerClient;
  readonly #kind: AnyKind;
  readonly #behind: ReturnType<typeof behind>;
  readonly #options: OwnInformerOptions<R>;
  readonly #isSelected: (object: object) => boolean;
  readonly #parts: readonly Part[];
  readonly #subscribers = new Set<Subscriber<R>>();
  readonly #writers = new RecentMap<string, LastWrite>(REMEMBERED_WRITES);
  readonly #stop = new AbortController();
  readonly #observing: Disposable;
  #kept: KeptObjects<R> | undefined;
  #started: Promise<void> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(client: ServerClient, kind: AnyKind, options: OwnInformerOptions<R>) {
    const { namespaces, indexes = [], shard, labelSelector } = options;
    const { fieldSelector } = selectorTexts(options);
    this.#client = client;
    this.#kind = kind;
    this.#behind = behind(kind);
    this.#options = options;
    if (shard !== undefined) checkShard(shard);
    if (options.resync !== undefined) msOfSpan(options.resync, "resync");
    checkIndexes(indexes);
    this.#isSelected = objectFilter(labelSelector, fieldSelector);
    const selective = labelSelector !== undefined || fieldSelector !== undefined;
    const chosen = kind.namespaced && namespaces !== undefined
      ? [...new Set(namespaces)]
      : [undefined];
    this.#parts = chosen.map((namespace) => {
      const store = new ObjectStore({ indexes: indexes.map(({ name }) => name) });
      const synced = Promise.withResolvers<void>();
      // Told to who starts it.
      synced.promise.catch(() => {});
      return {
        namespace,
        store,
        cache: new ObjectCache({ store, selective }),
        stats: { lists: 0, watches: 0, heardAt: client.options.clock.monotonic() },
        synced,
      };
    });
    this.lister = new StoreLister<R>({
      kind,
      stores: this.#parts.map(({ store }) => store),
      storeOf: (namespace) => this.#partOf(namespace)?.store,
      indexes,
      decode: (stored) => this.#decode(stored),
    });
    this.#observing = client.options.observers.add(this.#behind.kind, {
      keepsOwners: options.keepManagedFields === true || (options.keepManagers?.size ?? 0) > 0,
      wrote: (_, received, object) => this.#wrote(received, object),
      deleted: (_, deletion) => this.#partOf(namespaceOf(deletion.key))?.cache.deleted(deletion),
      lost: (_, key) => this.#partOf(namespaceOf(key))?.cache.lost(key),
    });
  }

  get stats(): InformerStats {
    const parts = this.#parts;
    const heardAt = Math.min(...parts.map(({ stats }) => stats.heardAt));
    return {
      objects: this.lister.size,
      bytes: parts.reduce((sum, { store }) => sum + store.bytes, 0),
      revision: parts[0]?.cache.revision ?? "",
      relists: parts.reduce((sum, { stats }) => sum + Math.max(0, stats.lists - 1), 0),
      silentMs: this.#client.options.clock.monotonic() - heardAt,
    };
  }

  /** How much is remembered besides the objects, until what comes makes an end of it. */
  get remembered(): number {
    return this.#parts.reduce((sum, { cache }) => sum + cache.remembered, 0);
  }

  start(signal?: AbortSignal): Promise<void> {
    this.#started ??= this.#start(signal);
    return this.#started;
  }

  subscribe(handler: (delta: Delta<R>) => void): Disposable {
    const subscriber: Subscriber<R> = { handler };
    this.#subscribers.add(subscriber);
    // As all others were told: what comes next follows from that.
    for (const { cache } of this.#parts) {
      for (const object of cache.told()) {
        this.#tell(subscriber, this.#toldOf({ type: "Added", object, initial: true }));
      }
    }
    return { [Symbol.dispose]: () => void this.#subscribers.delete(subscriber) };
  }

  /** See {@link Informer}; also after a write whose revision can't be compared. */
  async settled(ref: Ref, signal: AbortSignal): Promise<void> {
    const place = placeOf(this.#kind, ref);
    const key = keyOf(place.namespace, place.name);
    const { namespace } = place;
    const part = this.#partOf(namespace);
    if (part === undefined) return;
    if (part.cache.isDoubtful(key)) await this.#lookUp(part, key, signal);
    const { clock } = this.#client.options;
    const until = clock.monotonic() + AWAITED_MS;
    while (part.cache.isAwaited(key)) {
      if (clock.monotonic() >= until) part.cache.stopAwaiting(key);
      else await sleep(clock, 50, signal);
    }
  }

  doubt(ref: Ref): void {
    const { namespace, name } = placeOf(this.#kind, ref);
    this.#partOf(namespace)?.cache.lost(keyOf(namespace, name));
  }

  /** The objects under a key of one of the informer's indexes, by the name of the index. */
  children(index: string, key: string): R[] {
    return this.#parts.flatMap(({ store }) =>
      Array.from(store.byIndex(index, key), (stored) => this.#decode(stored))
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new DOMException("the informer was disposed of", "AbortError"));
    this.#observing[Symbol.dispose]();
    this.#subscribers.clear();
    await this.#running;
  }

  async #start(signal: AbortSignal | undefined): Promise<void> {
    const { keepManagedFields = false, keepLastApplied = false, keepManagers } = this.#options;
    const { indexes = [], shard } = this.#options;
    const { kind, project, metadataOnly } = this.#behind;
    const { logger } = this.#client.options;
    const abort = () => this.#stop.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    const trim = keepManagedFields ? undefined : {
      keepManagers: keepManagers ?? new Set<string>(),
      dropAnnotations: new Set(keepLastApplied ? [] : [this.#client.names.annotationLastApplied]),
    };
    this.#kept = new KeptObjects<R>({
      decode: await this.#client.http.decoder(kind, { metadataOnly }) as (bytes: Uint8Array) => R,
      trim,
      transform: transformOf(this.#options.transform, project),
      indexes,
      shard,
      logger: logger.with({ kind: kind.kind }),
    });
    const running = this.#parts.map((part) => this.#follow(part));
    this.#running = Promise.allSettled([...running, this.#resync()]).then(() => {
      signal?.removeEventListener("abort", abort);
    });
    await Promise.all(this.#parts.map(({ synced }) => synced.promise));
  }

  async #follow(part: Part): Promise<void> {
    const { clock, random, logger } = this.#client.options;
    const { labelSelector, fieldSelector } = this.#options;
    const { signal } = this.#stop;
    const { kind, metadataOnly } = this.#behind;
    const { namespace } = part;
    const kept = this.#kept!;
    const log = logger.with({ kind: kind.kind, ...(namespace !== undefined && { namespace }) });
    try {
      const steps = reflect<R>({
        source: objectSource(this.#client.http, kind, {
          ...(namespace === undefined ? { allNamespaces: true } : { namespace }),
          labelSelector,
          fieldSelector,
          metadataOnly,
        }),
        cache: part.cache,
        keep: (received) => kept.keep(received),
        changed: (received) => this.#noteWriter(received),
        signal,
        clock,
        random,
        stats: part.stats,
        failed(error, waitMs) {
          log.warning(isNotFound(error) ? NOT_SERVED : "An informer goes on after a failure", {
            error: String(error),
            waitMs: Math.round(waitMs),
          });
        },
      });
      for await (const step of steps) {
        if (step.type === "synced") part.synced.resolve();
        else for (const delta of step.deltas) this.#changed(delta);
      }
    } catch (error) {
      log.error("An informer has failed", error);
      part.synced.reject(error);
    } finally {
      part.synced.reject(signal.reason);
    }
  }

  /** Tells all that are there now: who subscribes meanwhile is told by that. */
  #changed(delta: CacheDelta, resync = false): void {
    let told: Delta<R> | undefined;
    for (const subscriber of [...this.#subscribers]) {
      if (told === undefined || !this.#options.sharesObjects) told = this.#toldOf(delta, resync);
      this.#tell(subscriber, told);
    }
  }

  #noteWriter(received: Received<unknown>): void {
    const { key, revision } = received;
    const manager = received.newestManager();
    if (manager === "") this.#writers.delete(key);
    else this.#writers.set(key, { revision, manager });
  }

  #toldOf(delta: CacheDelta, resync = false): Delta<R> {
    return new LazyDelta<R>(delta, {
      resync,
      decode: this.#options.sharesObjects ? this.#kept!.show : this.#kept!.decode,
      writers: this.#writers,
    });
  }

  #tell(subscriber: Subscriber<R>, delta: Delta<R>): void {
    // One that was told before may have ended this one.
    if (!this.#subscribers.has(subscriber)) return;
    const failed = (error: unknown) =>
      this.#client.options.logger.error("Who follows an informer has failed", error, {
        kind: this.#kind.kind,
        object: delta.key,
      });
    try {
      const told: unknown = subscriber.handler(delta);
      if (told instanceof Promise) told.catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  async #resync(): Promise<void> {
    const every = msOfSpan(this.#options.resync ?? 0, "resync");
    if (every === 0) return;
    const { clock } = this.#client.options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await sleep(clock, every, signal).catch(() => {});
      if (signal.aborted) return;
      for (const { cache } of this.#parts) {
        for (const object of cache.told()) {
          this.#changed({ type: "Updated", object, previous: object, initial: false }, true);
        }
      }
    }
  }

  #wrote(received: Received<unknown>, object: object): void {
    const { key, uid, revision } = received;
    const part = this.#partOf(namespaceOf(key));
    if (part === undefined || this.#kept === undefined) return;
    // Its event came first.
    if (part.cache.has(received)) return;
    const stored = this.#behind.metadataOnly
      ? this.#kept.keep(withMetadataOnly(received, object))
      : this.#kept.keep(received as Received<R>, object);
    const selected = stored !== undefined && this.#isSelected(object);
    part.cache.wrote(stored ?? { key, uid, revision, bytes: NO_BYTES }, { selected });
  }

  async #lookUp(part: Part, key: string, signal: AbortSignal): Promise<void> {
    const { kind, metadataOnly } = this.#behind;
    const namespace = namespaceOf(key);
    const uid = part.store.get(key)?.uid;
    const name = namespace === "" ? key : key.slice(namespace.length + 1);
    const pages = this.#client.http.pages(kind, {
      ...(kind.namespaced ? { namespace } : {}),
      fieldSelector: { "metadata.name": name },
      pageSize: 0,
      metadataOnly,
      signal,
      timeout: LOOK_UP_TIMEOUT,
    });
    for await (const { revision, items: [item] } of pages) {
      const object = item && this.#kept?.keep(item);
      const selected = item === undefined || this.#isSelected(item.take() as object);
      part.cache.lookedUp({ key, revision, uid, selected, ...(object && { object }) });
    }
  }

  #partOf(namespace: string): Part | undefined {
    return this.#parts.find((part) => part.namespace === undefined || part.namespace === namespace);
  }

  #decode(stored: StoredObject): R {
    if (this.#kept === undefined) throw new Error("the informer was not started");
    return this.#kept.decode(stored);
  }
}

/** An answer, which holds the whole object, as the server sends it to who wants its metadata alone. */
function withMetadataOnly<R>(received: Received<unknown>, object: object): Received<R> {
  const { apiVersion, kind, metadata } = object as Record<"apiVersion" | "kind", string> & {
    readonly metadata: object;
  };
  const only = { apiVersion, kind, metadata };
  return {
    key: received.key,
    uid: received.uid,
    revision: received.revision,
    take: () => only as R,
    newestManager: () => received.newestManager(),
    bytes: (trim) => encodeUntypedJson(trim === undefined ? only : trimObject(only, trim)),
  };
}

interface Subscriber<R> {
  readonly handler: (delta: Delta<R>) => void;
}

function checkIndexes(indexes: readonly { readonly name: string }[]): void {
  const names = new Set<string>();
  for (const { name } of indexes) {
    if (names.has(name)) throw new TypeError(`an informer has two indexes of the name ${name}`);
    names.add(name);
  }
}

/** What is made of an object before it is kept; undefined: nothing. */
function transformOf<R>(
  transform: ((object: R) => R) | undefined,
  project: ((object: object) => object) | undefined,
): ((object: R) => object) | undefined {
  if (project === undefined) return transform as ((object: R) => object) | undefined;
  return (object) => {
    const whole = (transform?.(object) ?? object) as {
      readonly apiVersion: string;
      readonly kind: string;
      readonly metadata: object;
    };
    const { apiVersion, kind, metadata } = whole;
    return { ...project(whole), apiVersion, kind, metadata };
  };
}
