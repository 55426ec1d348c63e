/**
 * What is counted of volumes that pods are given.
 *
 * @module
 */

import type { Registry } from "../../../toolkit/metrics/mod.ts";

/** Where volumes of pods went wrong. */
export type VolumeMetrics = ReturnType<typeof volumeMetrics>;

/** Declares it. */
export function volumeMetrics(registry: Registry) {
  const failures = registry.counter({
    name: "scheduler_volume_scheduling_stage_error_total",
    help: "How often something went wrong with volumes of pods, by what was being done.",
    labels: ["operation"],
  });
  return {
    /** The volumes of a pod could not be bound. */
    bindingFailed(): void {
      failures.with({ operation: "bind" }).inc();
    },
  };
}
