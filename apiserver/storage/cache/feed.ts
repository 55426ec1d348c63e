/**
 * Fills the caches of all resources of one store from one list of its changes, and lets readers
 * wait until a revision has been seen.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { Clock, Timer } from "../../../toolkit/clock.ts";
import { sleep } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import { Closed, Compacted, StoreError, Unusable } from "../errors.ts";
import { Notifier } from "../history/notifier.ts";
import type { Change, Page, Store, Stored } from "../store.ts";
import { NotYetSeen } from "./errors.ts";
import { Deliveries } from "./deliveries.ts";
import { BOOKMARK_INTERVAL_MS } from "./limits.ts";
import { type ReadObjects, ResourceCache, type ResourceOptions } from "./resource_cache.ts";
import type { Watcher } from "./watcher.ts";

/** What a feed is made with. */
export interface CacheFeedOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Whether deliveries to watches pause after rounds that took long. Default true. */
  readonly pacesWatches?: boolean | undefined;
  /** What was read of the store that this one was forked from, by prefix. */
  readonly read?: ReadonlyMap<string, ReadObjects> | undefined;
}

/** Pause before a failed feed is read again. */
const RETRY_MS = 200;

interface Filling {
  readonly options: ResourceOptions;
  /** Changes that came while the state was still being read. */
  readonly early: Change[];
  /** Set when changes were missed: the state has to be read again. */
  isBehind: boolean;
}

/**
 * Follows the changes of one store and applies them to the `ResourceCache` of each resource.
 * `waitFor()` and `waitUntilFresh()` settle once every cache has seen that far; when the history falls
 * away beneath it, it reads the state anew.
 */
export class CacheFeed {
  readonly #options: CacheFeedOptions;
  readonly #caches = new Map<string, ResourceCache>();
  readonly #filling = new Map<string, Filling>();
  readonly #bookmarked = new WeakSet<Watcher>();
  readonly #notifier = new Notifier();
  readonly #stop = new AbortController();
  #revision: number;
  #running: Promise<void>;
  #timer: Timer | undefined;

  private constructor(options: CacheFeedOptions, revision: number) {
    this.#options = options;
    this.#revision = revision;
    this.#running = this.#run();
    this.#scheduleBookmarks();
  }

  /** Starts a feed at the store's newest revision. */
  static async start(options: CacheFeedOptions): Promise<CacheFeed> {
    return new CacheFeed(options, await options.store.revision());
  }

  /** The newest revision that every cache has seen. */
  get revision(): number {
    return this.#revision;
  }

  /** Makes the cache of a resource, filled with its state. One prefix has one cache. */
  async cache(options: ResourceOptions): Promise<ResourceCache> {
    const { prefix } = options;
    if (this.#caches.has(prefix) || this.#filling.has(prefix)) {
      throw new StoreError(`the resource at ${prefix} has a cache already`);
    }
    const filling: Filling = { options, early: [], isBehind: false };
    this.#filling.set(prefix, filling);
    try {
      const { pacesWatches } = this.#options;
      const { store = this.#options.store } = options;
      let page: Page;
      do {
        filling.isBehind = false;
        filling.early.length = 0;
        page = await store.range(prefix);
        // The state may be newer than what the feed has seen: nothing may be read before it has.
        await this.waitFor(page.revision, this.#stop.signal);
      } while (filling.isBehind);
      const { items, revision } = page;
      const read = this.#options.read?.get(prefix);
      const seen = () => this.#revision;
      const deliveries = new Deliveries({ pauses: pacesWatches });
      const cache = new ResourceCache(
        options,
        store,
        seen,
        items,
        revision,
        deliveries,
        read,
      );
      cache.apply(filling.early.filter((change) => change.revision > revision));
      this.#caches.set(prefix, cache);
      return cache;
    } finally {
      this.#filling.delete(prefix);
    }
  }

  /** The objects of all caches as they are now, for the feed of a fork of the store. */
  read(): ReadonlyMap<string, ReadObjects> {
    const read = new Map(this.#options.read);
    for (const [prefix, cache] of this.#caches) read.set(prefix, cache.read());
    return read;
  }

  /** Forgets the cache of a resource that is no longer served, and ends its watches. */
  remove(prefix: string): void {
    this.#caches.get(prefix)?.end(new Closed());
    this.#caches.delete(prefix);
  }

  /** Settles once `revision` has been seen; throws {@link NotYetSeen} after `timeoutMs`. */
  async waitFor(revision: number, signal: AbortSignal, timeoutMs?: number): Promise<void> {
    if (this.#revision >= revision) return;
    const ended = new AbortController();
    const timer = timeoutMs === undefined ? undefined : this.#options.clock.after(
      timeoutMs,
      () => ended.abort(new NotYetSeen(revision, this.#revision)),
    );
    const either = AbortSignal.any([signal, ended.signal, this.#stop.signal]);
    try {
      while (this.#revision < revision) await this.#notifier.wait(either);
    } finally {
      timer?.cancel();
    }
  }

  /** Whether everything has been seen that is acknowledged by now, as far as that is known without a question. */
  get isFresh(): boolean {
    const { ownRevision } = this.#options.store;
    return ownRevision !== undefined && this.#revision >= ownRevision;
  }

  /** Settles once everything has been seen that was acknowledged before this call. */
  async waitUntilFresh(signal: AbortSignal, timeoutMs?: number): Promise<void> {
    await this.waitFor(await this.#options.store.revision({ signal }), signal, timeoutMs);
  }

  /** Has a watcher told from time to time how far it has seen. */
  sendBookmarks(watcher: Watcher): void {
    this.#bookmarked.add(watcher);
  }

  /** Ends the feed and all watches. */
  async close(): Promise<void> {
    this.#stop.abort(new Closed());
    this.#timer?.cancel();
    await this.#running;
    this.#endWatches();
  }

  async #run(): Promise<void> {
    const { store, clock, logger } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const options = { previous: false, progress: true, signal };
        for await (const batch of store.changes(this.#revision, options)) {
          this.#apply(batch.changes, batch.revision);
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Unusable) return this.#giveUp(error);
        if (error instanceof Compacted) await this.#readAnew();
        else {
          logger.error("Following the changes of the store failed; it is tried again", error);
          await sleep(clock, RETRY_MS, signal).catch(() => {});
        }
      }
    }
  }

  /** What comes can't be read: who waits is told so, and watches go on with another server. */
  #giveUp(error: Unusable): void {
    this.#options.logger.error("The store can't be used by this server any more", error);
    this.#stop.abort(error);
    this.#timer?.cancel();
    this.#endWatches();
  }

  #endWatches(): void {
    const closed = new Closed();
    for (const cache of this.#caches.values()) cache.end(closed);
  }

  #apply(changes: readonly Change[], revision: number): void {
    const byPrefix = new Map<string, Change[]>();
    for (const change of changes) {
      const prefix = this.#prefixOf(change.key);
      if (prefix === undefined) continue;
      const some = byPrefix.get(prefix);
      if (some === undefined) byPrefix.set(prefix, [change]);
      else some.push(change);
    }
    this.#revision = revision;
    for (const [prefix, some] of byPrefix) {
      this.#caches.get(prefix)?.apply(some);
      const filling = this.#filling.get(prefix);
      if (filling !== undefined) addAll(filling.early, some);
    }
    this.#notifier.notifyAll();
  }

  /** The prefix with a cache that a key lies under. */
  #prefixOf(key: string): string | undefined {
    for (let at = key.indexOf("/", 1); at >= 0; at = key.indexOf("/", at + 1)) {
      const prefix = key.slice(0, at + 1);
      if (this.#caches.has(prefix) || this.#filling.has(prefix)) return prefix;
    }
    return undefined;
  }

  /** The feed fell behind the store's history: every cache takes in the state as it is. */
  async #readAnew(): Promise<void> {
    const { store, clock, logger } = this.#options;
    const { signal } = this.#stop;
    logger.warning(
      "The watch cache fell behind the history that the store keeps; it reads all objects anew",
      {
        revision: this.#revision,
      },
    );
    try {
      const revision = await store.revision({ signal });
      const states = new Map<ResourceCache, readonly Stored[]>();
      // A cache may come while others are read.
      for (let left = this.#unread(states); left.length > 0; left = this.#unread(states)) {
        await Promise.all(left.map(async (cache) => {
          states.set(cache, await cache.stored(revision, signal));
        }));
      }
      const seen = this.#revision;
      this.#revision = revision;
      for (const filling of this.#filling.values()) filling.isBehind = true;
      for (const [cache, items] of states) cache.replace(items, revision, seen);
      this.#notifier.notifyAll();
    } catch (error) {
      if (signal.aborted) return;
      logger.error("Reading all objects anew failed; it is tried again", error);
      await sleep(clock, RETRY_MS, signal).catch(() => {});
    }
  }

  #unread(states: ReadonlyMap<ResourceCache, unknown>): readonly ResourceCache[] {
    return [...this.#caches.values()].filter((cache) => !states.has(cache));
  }

  #scheduleBookmarks(): void {
    this.#timer = this.#options.clock.after(BOOKMARK_INTERVAL_MS, () => {
      for (const cache of this.#caches.values()) {
        cache.bookmark((watcher) => this.#bookmarked.has(watcher));
      }
      this.#scheduleBookmarks();
    });
  }
}
