/**
 * What is counted of each resource: of its calls of the store, its cache, its watches and its objects.
 *
 * @module
 */

import { type Clock, systemClock } from "../../toolkit/clock.ts";
import { Registry } from "../../toolkit/metrics/mod.ts";
import { declareWatchMetrics, type WatchedResource, type WatchMeasures } from "./watch_metrics.ts";
import { type CacheMeasures, declareCacheMetrics } from "../storage/cache/cache_metrics.ts";
import type { ResourceCache } from "../storage/cache/mod.ts";
import { ResourceSeries } from "../storage/resource_series.ts";
import { declareStoreMetrics, type StoreMeasures } from "../storage/store_metrics.ts";

/** Options of {@link ResourceMetrics}. */
export interface ResourceMetricsOptions {
  readonly metrics: Registry;
  readonly clock: Clock;
  /** Whether it is shown how many objects there are, and how large. */
  readonly countsObjects: boolean;
}

/** A gauge shows no more digits of a revision: with more it would no longer be exact. */
const REVISION_MODULUS = 1e15;

/** Declares the metrics, and hands out what counts in them. Dispose of it when nothing is to be shown any more. */
export class ResourceMetrics implements Disposable {
  readonly #options: ResourceMetricsOptions;
  readonly #gauges: ReturnType<typeof declareGauges>;
  readonly #store: ReturnType<typeof declareStoreMetrics>;
  readonly #cache: ReturnType<typeof declareCacheMetrics>;
  readonly #watches: ReturnType<typeof declareWatchMetrics>;
  readonly #shown = new Set<() => void>();
  readonly #rendering: Disposable;

  constructor(options: ResourceMetricsOptions) {
    const { metrics, clock } = this.#options = options;
    this.#gauges = declareGauges(metrics);
    this.#store = declareStoreMetrics(metrics, clock);
    this.#cache = declareCacheMetrics(metrics, clock);
    this.#watches = declareWatchMetrics(metrics, clock);
    this.#rendering = metrics.beforeRender(() => {
      for (const show of this.#shown) show();
    });
  }

  /** What counts for a resource, until that is no longer served: then `closed` is called. */
  of(group: string, resource: string, closed?: () => void): ResourceMeasures {
    const series = new ResourceSeries(group, resource);
    const watches = new Map<string, WatchMeasures>();
    let show: (() => void) | undefined;
    return {
      store: this.#store(series),
      cache: this.#cache(series),
      watches: (watched) => {
        const name = `${watched.group}/${watched.version}/${watched.resource}`;
        const known = watches.get(name) ?? this.#watches(series, watched);
        watches.set(name, known);
        return known;
      },
      opened: (cache) => {
        show = this.#shows(series, group === "" ? resource : `${resource}.${group}`, cache);
        this.#shown.add(show);
      },
      close: () => {
        if (show !== undefined) this.#shown.delete(show);
        series.remove();
        closed?.();
      },
    };
  }

  /** What brings the gauges of a cache up to date. */
  #shows(series: ResourceSeries, name: string, cache: ResourceCache): () => void {
    const { capacity, revision, objects, bytes, named } = this.#gauges;
    series.of(capacity, {}).set(cache.windowEvents);
    const shownRevision = series.of(revision, {});
    const showRevision = () => shownRevision.set(cache.revision % REVISION_MODULUS);
    if (!this.#options.countsObjects) return showRevision;
    const shownObjects = series.of(objects, {});
    const shownBytes = series.of(bytes, {});
    const shownNamed = series.of(named, { resource: name });
    return () => {
      showRevision();
      shownObjects.set(cache.size);
      shownNamed.set(cache.size);
      shownBytes.set(cache.storedBytes);
    };
  }

  [Symbol.dispose](): void {
    this.#rendering[Symbol.dispose]();
  }
}

/** Counts for one resource. */
export interface ResourceMeasures {
  readonly store: StoreMeasures;
  readonly cache: CacheMeasures;
  /** What counts for watches that ask for the resource so. */
  watches(resource: WatchedResource): WatchMeasures;
  /** Shows what is in a cache from now on. */
  opened(cache: ResourceCache): void;
  /** Takes away all that is shown of the resource. */
  close(): void;
}

/** Counts for a resource of which nothing is shown. */
export function unmeasured(): ResourceMeasures {
  const options = { metrics: new Registry(), clock: systemClock, countsObjects: false };
  return new ResourceMetrics(options).of("", "");
}

function declareGauges(metrics: Registry) {
  return {
    capacity: metrics.gauge({
      name: "watch_cache_capacity",
      help: "Number of changes that the watch cache keeps for watches that come back, by resource.",
      labels: ["group", "resource"],
    }),
    revision: metrics.gauge({
      name: "apiserver_watch_cache_resource_version",
      help:
        "The version up to which the watch cache has seen all changes, its last 15 digits, by resource.",
      labels: ["group", "resource"],
    }),
    objects: metrics.gauge({
      name: "apiserver_resource_objects",
      help: "Number of stored objects, by resource.",
      labels: ["group", "resource"],
    }),
    bytes: metrics.gauge({
      name: "apiserver_resource_size_estimate_bytes",
      help: "Size of the stored objects as they were written, before encryption, by resource.",
      labels: ["group", "resource"],
    }),
    named: metrics.gauge({
      name: "apiserver_storage_objects",
      help: "Number of stored objects by resource; apiserver_resource_objects tells the same.",
      stability: "STABLE",
      labels: ["resource"],
    }),
  };
}
