/**
 * What is counted of discovery.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";

/** What counts; from the start, as it is shown before anything happens. */
export interface DiscoveryMeasures {
  /** All that is served was gathered into one document. */
  aggregated(): void;
}

/** Declares the metric. */
export function declareDiscoveryMetrics(metrics: Registry): DiscoveryMeasures {
  const aggregations = metrics.counter({
    name: "aggregator_discovery_aggregation_count_total",
    help: "Number of times that all that is served was gathered into one document of discovery.",
  }).with({});
  return { aggregated: () => aggregations.inc() };
}
