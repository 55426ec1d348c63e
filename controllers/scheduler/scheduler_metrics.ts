/**
 * What the scheduler counts.
 *
 * @module
 */

import type { Registry } from "../../toolkit/metrics/mod.ts";
import type { SchedulingQueue } from "./queue/scheduling_queue.ts";

const SECONDS: readonly number[] = Array.from({ length: 15 }, (_, power) => 0.001 * 2 ** power);

/** Attempts by their result, how long they took, and how many pods wait. */
export type SchedulerMetrics = ReturnType<typeof schedulerMetrics>;

/** Declares them. */
export function schedulerMetrics(registry: Registry, queue: SchedulingQueue) {
  const labels = ["result", "profile"] as const;
  const attempts = registry.counter({
    name: "scheduler_schedule_attempts_total",
    help: "Attempts to schedule pods, by result and profile.",
    labels,
    stability: "STABLE",
  });
  const duration = registry.histogram({
    name: "scheduler_scheduling_attempt_duration_seconds",
    help: "How long attempts took, with the binding of pods that found a node.",
    labels,
    buckets: SECONDS,
    stability: "STABLE",
  });
  const algorithm = registry.histogram({
    name: "scheduler_scheduling_algorithm_duration_seconds",
    help: "How long it took to decide on a node.",
    buckets: SECONDS,
  }).with({});
  const pending = registry.gauge({
    name: "scheduler_pending_pods",
    help: "Pods that wait, by where they are.",
    labels: ["queue"],
    stability: "STABLE",
  });
  return {
    algorithm,
    /** Counts the pods that wait whenever somebody looks. */
    watch: (): Disposable =>
      registry.beforeRender(() => {
        for (const [place, count] of Object.entries(queue.sizes)) {
          pending.with({ queue: place }).set(count);
        }
      }),
    /** An attempt has ended. */
    attempted(result: "scheduled" | "unschedulable" | "error", profile: string, ms: number): void {
      attempts.with({ result, profile }).inc();
      duration.with({ result, profile }).observe(ms / 1000);
    },
  };
}
