/**
 * How large the stores are, for the metrics: asked now and then, as asking costs.
 *
 * @module
 */

import { repeatedly } from "../toolkit/backoff.ts";
import type { Clock } from "../toolkit/clock.ts";
import type { Logger } from "../toolkit/logger.ts";
import type { Registry } from "../toolkit/metrics/mod.ts";
import type { Runnable } from "../toolkit/runnable.ts";
import type { Store, StoreSet } from "./storage/mod.ts";

const MINUTE_MS = 60_000;

/** Options of {@link measureStores}. */
export interface StoreSizeOptions {
  readonly stores: StoreSet;
  readonly metrics: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Milliseconds between questions; 0 for a minute. */
  readonly intervalMs: number;
}

/** Asks each store for its size. It has started when each was asked once: metrics of a server that is ready have them. */
export function measureStores(options: StoreSizeOptions): Runnable {
  const { stores, metrics, clock, logger, intervalMs } = options;
  const bytes = metrics.gauge({
    name: "apiserver_storage_size_bytes",
    help: "Size of the store in bytes, by store, when it was last asked.",
    stability: "STABLE",
    labels: ["storage_cluster_id"],
  });
  const ask = async (store: Store, index: number, signal: AbortSignal) => {
    const { sizeBytes } = await store.status({ signal });
    // What clients of the reference look for, whichever store it is.
    if (sizeBytes !== undefined) {
      bytes.with({ storage_cluster_id: `etcd-${index}` }).set(sizeBytes);
    }
  };
  /** One that does not answer holds up none of the others. */
  const askAll = async (signal: AbortSignal) => {
    const asked = stores.stores.map((store, index) => ask(store, index, signal));
    for (const [index, outcome] of (await Promise.allSettled(asked)).entries()) {
      if (outcome.status === "fulfilled" || signal.aborted) continue;
      logger.error("The size of the store can't be asked for the metrics", outcome.reason, {
        store: index,
      });
    }
  };
  return {
    name: "storage metrics",
    announcesStart: true,
    async run({ signal, started }) {
      await repeatedly(() => askAll(signal).finally(started), {
        clock,
        signal,
        intervalMs: intervalMs || MINUTE_MS,
        failed: (error) => logger.error("The sizes of stores can't be shown", error),
      });
    },
  };
}
