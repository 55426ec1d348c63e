/**
 * Metrics: declared in a registry, shown in the Prometheus text format.
 *
 * @module
 */

export type { HistogramOptions } from "./histogram.ts";
export type {
  Counter,
  Family,
  Gauge,
  Histogram,
  LabelValues,
  MetricOptions,
  Stability,
} from "./metric.ts";
export {
  type LabelAllowList,
  METRICS_CONTENT_TYPE,
  Registry,
  type RegistryOptions,
} from "./registry.ts";
