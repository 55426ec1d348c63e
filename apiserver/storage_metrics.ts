/**
 * How much there is of each resource, for the metrics: counted now and then, as counting costs.
 *
 * @module
 */

import { repeatedly } from "../toolkit/backoff.ts";
import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { ResourceSource } from "./resource/resource_source.ts";
import type { StoreSet } from "./storage/mod.ts";

/** Options of {@link countObjects}. */
export interface CountOptions {
  readonly source: ResourceSource;
  readonly stores: StoreSet;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between counts; 0 for none. */
  readonly intervalMs: number;
}

/** Counts objects, watches and bytes. */
export function countObjects(options: CountOptions): Runnable {
  const { source, stores, metrics, clock, logger, intervalMs } = options;
  const objects = metrics.gauge({
    name: "apiserver_storage_objects",
    help: "Number of stored objects by resource, when they were last counted.",
    stability: "STABLE",
    labels: ["resource"],
  });
  const watchers = metrics.gauge({
    name: "apiserver_registered_watchers",
    help: "Number of open watches by group, version and kind, when they were last counted.",
    labels: ["group", "version", "kind"],
  });
  const bytes = metrics.gauge({
    name: "apiserver_storage_size_bytes",
    help: "Size of the store in bytes, by store, when it was last asked.",
    stability: "STABLE",
    labels: ["storage_cluster_id"],
  });
  const count = async (signal: AbortSignal) => {
    for (const { storage, group, version, kind, resource } of source.all()) {
      if (storage === undefined) continue;
      const name = group === "" ? resource : `${resource}.${group}`;
      objects.with({ resource: name }).set(storage.cache.size);
      watchers.with({ group, version, kind }).set(storage.cache.watchers);
    }
    for (const [index, store] of stores.stores.entries()) {
      const { sizeBytes } = await store.status({ signal });
      if (sizeBytes !== undefined) {
        bytes.with({ storage_cluster_id: `store-${index}` }).set(sizeBytes);
      }
    }
  };
  return {
    name: "storage metrics",
    async run({ signal }) {
      if (intervalMs === 0) return;
      await repeatedly(() => count(signal), {
        clock,
        signal,
        intervalMs,
        failed: (error) =>
          logger.error(
            "Objects, watches and the size of the store can't be counted for the metrics",
            error,
          ),
      });
    },
  };
}
