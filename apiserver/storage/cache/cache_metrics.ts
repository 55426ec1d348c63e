/**
 * What is counted of the watch caches.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Counter, Histogram, Registry } from "../../../toolkit/metrics/mod.ts";
import type { ResourceSeries } from "../resource_series.ts";

const LABELS = ["group", "resource"] as const;

/** Declares the metrics; what is returned counts for the cache of one resource in them. */
export function declareCacheMetrics(
  metrics: Registry,
  clock: Clock,
): (series: ResourceSeries) => CacheMeasures {
  const families = familiesIn(metrics);
  return (series) => new CacheMeasures(families, series, clock);
}

type Families = ReturnType<typeof familiesIn>;
type Total = keyof Families["totals"];

function familiesIn(metrics: Registry) {
  const counter = (name: string, help: string, stability: "ALPHA" | "BETA" = "ALPHA") =>
    metrics.counter({ name, help, stability, labels: LABELS });
  const totals = {
    stored: counter(
      "apiserver_storage_events_received_total",
      "Number of changes that the store has told of, by resource.",
      "BETA",
    ),
    received: counter(
      "apiserver_watch_cache_events_received_total",
      "Number of changes that the watch cache has taken in, by resource.",
    ),
    dispatched: counter(
      "apiserver_watch_cache_events_dispatched_total",
      "Number of events that the watch cache has offered to its watches, each counted once, by resource.",
    ),
    initializations: counter(
      "apiserver_watch_cache_initializations_total",
      "Number of times that the watch cache was filled from the store, by resource.",
    ),
    initial: counter(
      "apiserver_init_events_total",
      "Number of events that the watch cache has gone through for watches to begin with, by resource.",
    ),
    terminated: counter(
      "apiserver_terminated_watchers_total",
      "Number of watches that were ended because their client did not take the events fast enough, by resource.",
    ),
    undecoded: counter(
      "apiserver_storage_decode_errors_total",
      "Number of stored values that could not be read as objects, by resource.",
    ),
    storeLists: counter(
      "apiserver_storage_list_total",
      "Number of lists that were read from the store, by resource.",
    ),
    storeListsFetched: counter(
      "apiserver_storage_list_fetched_objects_total",
      "Number of objects that lists have read from the store, by resource.",
    ),
    storeListsEvaluated: counter(
      "apiserver_storage_list_evaluated_objects_total",
      "Number of objects read from the store that lists have tried their selectors on, by resource.",
    ),
    storeListsReturned: counter(
      "apiserver_storage_list_returned_objects_total",
      "Number of objects read from the store that lists have answered with, by resource.",
    ),
    cacheListsReturned: counter(
      "apiserver_cache_list_returned_objects_total",
      "Number of objects that lists of the watch cache have answered with, by resource.",
    ),
  };
  return {
    totals,
    cacheLists: metrics.counter({
      name: "apiserver_cache_list_total",
      help: "Number of lists that the watch cache has answered, by resource and index.",
      labels: ["group", "resource", "index"],
    }),
    cacheListsFetched: metrics.counter({
      name: "apiserver_cache_list_fetched_objects_total",
      help: "Number of objects of the watch cache that lists are made of, by resource and index.",
      labels: ["group", "resource", "index"],
    }),
    consistentReads: metrics.counter({
      name: "apiserver_watch_cache_consistent_read_total",
      help: "Number of lists that had to be as new as the store, by resource, success, " +
        "and whether the store had to answer in the cache's place.",
      labels: ["group", "resource", "success", "fallback"],
    }),
    waits: metrics.histogram({
      name: "apiserver_watch_cache_read_wait_seconds",
      help: "How long reads waited until the watch cache was as new as asked, in seconds.",
      labels: LABELS,
      buckets: [0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3],
    }),
  };
}

/** Where lists that went by one index are counted. */
interface IndexChildren {
  readonly lists: Counter;
  readonly fetched: Counter;
}

/** How the objects of a list were found. */
export interface Search {
  /** How many objects were looked at. */
  readonly looked: number;
  /** The field by whose index; undefined: all objects in turn. */
  readonly index: string | undefined;
}

/** Counts for the cache of one resource. */
export class CacheMeasures {
  readonly #families: Families;
  readonly #series: ResourceSeries;
  readonly #clock: Clock;
  readonly #totals: { [name in Total]?: Counter } = {};
  readonly #indexes = new Map<string, IndexChildren>();
  readonly #consistentReads = new Map<boolean, Counter>();
  #waits: Histogram | undefined;

  constructor(families: Families, series: ResourceSeries, clock: Clock) {
    this.#families = families;
    this.#series = series;
    this.#clock = clock;
  }

  /** The cache was filled with so many objects of the store. */
  filled(objects: number): void {
    this.#total("initializations").inc();
    this.listedStore(objects, objects, objects);
  }

  /** The cache takes in so many changes. */
  received(changes: number): void {
    this.#total("stored").inc(changes);
    this.#total("received").inc(changes);
  }

  /** So many events are offered to whoever watches. */
  dispatched(events: number): void {
    this.#total("dispatched").inc(events);
  }

  /** A watch begins with what so many objects or changes tell it. */
  begun(events: number): void {
    if (events > 0) this.#total("initial").inc(events);
  }

  /** A watch was too slow. */
  terminated(): void {
    this.#total("terminated").inc();
  }

  /** A stored value can't be read. */
  undecoded(): void {
    this.#total("undecoded").inc();
  }

  /** The store was read for a list. */
  listedStore(fetched: number, evaluated: number, returned: number): void {
    this.#total("storeLists").inc();
    this.#total("storeListsFetched").inc(fetched);
    this.#total("storeListsEvaluated").inc(evaluated);
    this.#total("storeListsReturned").inc(returned);
  }

  /** A client's list was answered from the cache. */
  listed({ looked, index }: Search, returned: number): void {
    const { lists, fetched } = this.#indexed(index === undefined ? "" : `f:${index}`);
    lists.inc();
    fetched.inc(looked);
    this.#total("cacheListsReturned").inc(returned);
  }

  /** A client's list had to be as new as the store, and was or was not. */
  readConsistently(success: boolean): void {
    let child = this.#consistentReads.get(success);
    if (child === undefined) {
      const labels = { success: String(success), fallback: "false" };
      child = this.#series.of(this.#families.consistentReads, labels);
      this.#consistentReads.set(success, child);
    }
    child.inc();
  }

  /** A read had nothing to wait for. */
  foundFresh(): void {
    this.#waited(0);
  }

  /** A read waits until the cache is as new as asked; hands on what is waited for. */
  waiting(fresh: Promise<void>): Promise<void> {
    const start = this.#clock.monotonic();
    const settled = () => this.#waited((this.#clock.monotonic() - start) / 1000);
    fresh.then(settled, settled);
    return fresh;
  }

  #waited(seconds: number): void {
    this.#waits ??= this.#series.of(this.#families.waits, {});
    this.#waits.observe(seconds);
  }

  #total(name: Total): Counter {
    return this.#totals[name] ??= this.#series.of(this.#families.totals[name], {});
  }

  #indexed(index: string): IndexChildren {
    const known = this.#indexes.get(index);
    if (known !== undefined) return known;
    const { cacheLists, cacheListsFetched } = this.#families;
    const made = {
      lists: this.#series.of(cacheLists, { index }),
      fetched: this.#series.of(cacheListsFetched, { index }),
    };
    this.#indexes.set(index, made);
    return made;
  }
}
