/**
 * What is counted of pods that are too many.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { PodView } from "../pods/mod.ts";

/** Counts pods that were chosen to go. */
export type ReplicaMetrics = ReturnType<typeof replicaMetrics>;

/** Declares the metrics; replica sets and replication controllers share them. */
export function replicaMetrics(registry: Registry) {
  const ages = registry.histogram({
    name: "replicaset_controller_sorting_deletion_age_ratio",
    help:
      "How many times as old as the youngest pod a pod was that had to go; of ready pods alone.",
    buckets: [0.25, 0.5, 1, 2, 4, 8],
    stability: "ALPHA",
  }).with({});
  return {
    /** Some of a parent's pods were chosen to go. Whole times count, as in the reference. */
    chosen(active: readonly PodView[], surplus: readonly PodView[], nowMs: number): void {
      const created = active.filter(({ isReady }) => isReady).map(({ createdMs }) => createdMs);
      const youngestMs = nowMs - created.reduce((one, other) => Math.max(one, other), -Infinity);
      if (!(youngestMs > 0)) return;
      for (const { isReady, createdMs } of surplus) {
        if (isReady) ages.observe(Math.floor((nowMs - createdMs) / youngestMs));
      }
    },
  };
}
