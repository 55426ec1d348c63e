/**
 * What controllers have counted, for tests.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";

/**
 * The samples of metrics whose names begin so, without that beginning, and without buckets, times
 * that were measured, and what counts nothing.
 */
export function counted(metrics: Registry, start: string): string[] {
  return samples(metrics, start).filter((line) => !line.endsWith(" 0"));
}

/** The same with what counts nothing. */
export function samples(metrics: Registry, start: string): string[] {
  return metrics.render().split("\n").filter((line) =>
    line.startsWith(start) && !line.includes("_bucket{") &&
    !/_(?:seconds|duration)_sum/.test(line)
  ).map((line) => line.slice(start.length)).sort();
}
