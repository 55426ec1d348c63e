/**
 * What is counted of the events that watches are told.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { Counter, Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";
import type { ResourceSeries } from "../storage/resource_series.ts";

/** What a watch is about: all objects, those of a namespace, or one. */
export type WatchedScope = "cluster" | "namespace" | "resource";

/** The resource as a watch asks for it, be it the one that is stored or another view of it. */
export interface WatchedResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

const LABELS = ["group", "version", "resource"] as const;
type Label = typeof LABELS[number];

interface Families {
  readonly events: Family<Label, Counter>;
  readonly sizes: Family<Label, Histogram>;
  readonly lists: Family<Label | "scope", Histogram>;
}

/** Declares the metrics; what is returned counts for the watches of one resource in them. */
export function declareWatchMetrics(
  metrics: Registry,
  clock: Clock,
): (series: ResourceSeries, resource: WatchedResource) => WatchMeasures {
  const families: Families = {
    events: metrics.counter({
      name: "apiserver_watch_events_total",
      help: "Number of events that were sent to watches, bookmarks and errors among them.",
      labels: LABELS,
    }),
    sizes: metrics.histogram({
      name: "apiserver_watch_events_sizes",
      help: "Sizes of the events that were sent to watches, in bytes.",
      labels: LABELS,
      buckets: [1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072],
    }),
    lists: metrics.histogram({
      name: "apiserver_watch_list_duration_seconds",
      help: "How long watches that begin with what is there took to tell all of it, in seconds.",
      stability: "BETA",
      labels: [...LABELS, "scope"],
      buckets: [0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 2, 4, 6, 8, 10, 15, 20, 30, 45, 60],
    }),
  };
  return (series, resource) => new WatchMeasures(families, series, resource, clock);
}

/** Counts for the watches of one resource. */
export class WatchMeasures {
  readonly #families: Families;
  readonly #series: ResourceSeries;
  readonly #labels: WatchedResource;
  readonly #clock: Clock;
  readonly #lists = new Map<WatchedScope, Histogram>();
  #events: { readonly total: Counter; readonly sizes: Histogram } | undefined;

  constructor(
    families: Families,
    series: ResourceSeries,
    { group, version, resource }: WatchedResource,
    clock: Clock,
  ) {
    this.#families = families;
    this.#series = series;
    this.#labels = { group, version, resource };
    this.#clock = clock;
  }

  /** An event of so many bytes is sent to one watch. */
  sent(bytes: number): void {
    const { total, sizes } = this.#sent();
    total.inc();
    sizes.observe(bytes);
  }

  /** Events of these sizes are sent to one watch. */
  sentAll(bytes: readonly number[]): void {
    const { total, sizes } = this.#sent();
    total.inc(bytes.length);
    for (const size of bytes) sizes.observe(size);
  }

  /** A watch that was asked for at `arrived`, in the clock's milliseconds, has told all that was there. */
  listed(scope: WatchedScope, arrived: number): void {
    let seconds = this.#lists.get(scope);
    if (seconds === undefined) {
      seconds = this.#series.of(this.#families.lists, { ...this.#labels, scope });
      this.#lists.set(scope, seconds);
    }
    seconds.observe(Math.max(0, this.#clock.now() - arrived) / 1000);
  }

  #sent() {
    return this.#events ??= {
      total: this.#series.of(this.#families.events, this.#labels),
      sizes: this.#series.of(this.#families.sizes, this.#labels),
    };
  }
}
