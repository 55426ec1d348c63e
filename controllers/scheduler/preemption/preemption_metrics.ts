/**
 * What is counted of making room for pods.
 *
 * @module
 */

import { exponentialBuckets } from "../../../toolkit/metrics/buckets.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import { workUnderWay } from "../under_way_metrics.ts";

/** How often room is made, and at whose cost. */
export type PreemptionMetrics = ReturnType<typeof preemptionMetrics>;

/** Declares them; `plugin`: who makes room. */
export function preemptionMetrics(registry: Registry, plugin: string) {
  const attempts = registry.counter({
    name: "scheduler_preemption_attempts_total",
    help: "How often it was tried to make room for a pod.",
    stability: "STABLE",
  }).with({});
  const victims = registry.histogram({
    name: "scheduler_preemption_victims",
    help: "How many pods had to go at a time.",
    buckets: exponentialBuckets(1, 2, 7),
    stability: "STABLE",
  }).with({});
  const runs = registry.counter({
    name: "scheduler_preemption_goroutines_execution_total",
    help: "How often the pods that have to go were told so, by whether all could be told.",
    labels: ["result"],
  });
  const times = registry.histogram({
    name: "scheduler_preemption_goroutines_duration_seconds",
    help: "How long it took to tell the pods that have to go.",
    labels: ["result"],
    buckets: exponentialBuckets(0.01, 2, 20),
  });
  const underWay = workUnderWay(registry).with({ operation: plugin });
  return {
    /** It is tried to make room for a pod. */
    attempted(): void {
      attempts.inc();
    },
    /** So many pods have to go; they are about to be told. */
    begun(count: number): void {
      victims.observe(count);
      underWay.inc();
    },
    /** They have been told, or not. */
    ended(result: "success" | "error", ms: number): void {
      underWay.dec();
      runs.with({ result }).inc();
      times.with({ result }).observe(ms / 1000);
    },
  };
}
