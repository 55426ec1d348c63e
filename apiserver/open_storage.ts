/**
 * The stores of a server with what follows their changes.
 *
 * @module
 */

import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import type { Schema } from "../toolkit/schema/mod.ts";
import { ResourceMetrics } from "./resource/resource_metrics.ts";
import { CacheFeed, type ReadObjects } from "./storage/cache/mod.ts";
import {
  identity,
  keyPrefix,
  measuredStore,
  storageEncoding,
  type Store,
  type StoreSet,
  transforming,
  type ValueTransformer,
} from "./storage/mod.ts";

/** What storage is opened with. */
export interface StorageOptions {
  /** Closed with what is opened. */
  readonly stores: StoreSet;
  /** `--store-prefix`, completed. */
  readonly storePrefix: string;
  readonly storageMediaType: string;
  /** How values are written at rest. Default: as they are. */
  readonly encryption?: ValueTransformer | undefined;
  readonly schema: Schema;
  /** Changes that the cache keeps for watches; undefined: as it likes. */
  windowFor(group: string, resource: string): number | undefined;
  /** See `ApiServerOptions`. Default 0. */
  readonly countIntervalMs?: number | undefined;
  /** See `ApiServerOptions`. Default true. */
  readonly pacesWatches?: boolean | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Registry;
  /** What was read of the stores that these were forked from, in their order. */
  readonly read?: readonly ReadonlyMap<string, ReadObjects>[] | undefined;
}

/** Stores that are open. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

/** Follows all stores from their newest state on. Rejects when one can't be read. */
export async function openStorage(options: StorageOptions) {
  const { storePrefix, storageMediaType, schema, metrics, clock, logger } = options;
  const { stores, encryption = identity, pacesWatches, countIntervalMs = 0 } = options;
  const encrypted = transforming(encryption);
  const feeds = new Map<Store, CacheFeed>();
  for (const [index, store] of stores.stores.entries()) {
    const read = options.read?.[index];
    const followed = { store: encrypted(store), clock, logger, read, pacesWatches };
    feeds.set(store, await CacheFeed.start(followed));
  }
  const resourceMetrics = new ResourceMetrics({
    metrics,
    clock,
    countsObjects: countIntervalMs > 0,
  });
  /** Ends all watches, so that their clients go elsewhere. */
  const endWatches = async () => {
    await Promise.all([...feeds.values()].map((feed) => feed.close()));
  };
  return {
    stores,
    /** What resources are opened with. */
    resources: {
      encoding: storageEncoding(storageMediaType, schema.kind.bind(schema)),
      storePrefix,
      storeFor(group: string, resource: string) {
        const store = stores.storeFor(group, resource);
        const prefix = keyPrefix(storePrefix, { group, resource });
        const measures = resourceMetrics.of(group, resource, () => encryption.forget?.(prefix));
        // What encryption takes is not the store's time.
        const measured = encrypted(measuredStore(store, measures.store));
        return { store: measured, feed: feeds.get(store)!, measures };
      },
      windowFor: (group: string, resource: string) => options.windowFor(group, resource),
    },
    /** Settles once all that was in the stores before this call is in the caches. */
    async caughtUp(signal: AbortSignal) {
      await Promise.all([...feeds.values()].map((feed) => feed.waitUntilFresh(signal)));
    },
    /** What was read of each store, as it is in the caches now. */
    read: () => [...feeds.values()].map((feed) => feed.read()),
    endWatches,
    async close() {
      await endWatches();
      resourceMetrics[Symbol.dispose]();
      await stores.close();
    },
  };
}
