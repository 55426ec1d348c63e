/**
 * What is counted of slices and their endpoints.
 *
 * @module
 */

import type { Counter, Family, Histogram, Registry } from "../../toolkit/metrics/mod.ts";

/** The counts of one manager of slices. */
export interface SliceMetrics {
  readonly changes: Family<"operation", Counter>;
  readonly added: Histogram;
  readonly removed: Histogram;
}

const POWERS_OF_TWO = Array.from({ length: 15 }, (_, power) => 2 ** (power + 1));

/** Declares them under the name of a manager. */
export function sliceMetrics(metrics: Registry, manager: string): SliceMetrics {
  const histogram = (name: string, help: string) =>
    metrics.histogram({
      name: `${manager}_${name}`,
      help,
      stability: "ALPHA",
      buckets: POWERS_OF_TWO,
    }).with({});
  return {
    changes: metrics.counter({
      name: `${manager}_changes`,
      help: "Number of EndpointSlices that were written.",
      stability: "ALPHA",
      labels: ["operation"],
    }),
    added: histogram("endpoints_added_per_sync", "Number of endpoints that a sync added."),
    removed: histogram("endpoints_removed_per_sync", "Number of endpoints that a sync removed."),
  };
}
