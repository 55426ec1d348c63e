/**
 * What the autoscaler counts.
 *
 * @module
 */

import { exponentialBuckets } from "../../toolkit/metrics/buckets.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";

/** What replicas a turn, or a metric, asks for: more or less than there are, or as many. */
export type ScaleAction = "scale_up" | "scale_down" | "none";

/** Whether something went wrong. What is wrong about an autoscaler itself the server refuses. */
export type ScaleFailure = "internal" | "none";

/** Counts turns and metrics. */
export type AutoscalerMetrics = ReturnType<typeof autoscalerMetrics>;

const CONTROLLER = "horizontal_pod_autoscaler_controller";
const SECONDS = exponentialBuckets(0.001, 2, 15);

/** Declares the metrics. */
export function autoscalerMetrics(registry: Registry) {
  const ofTurns = ["action", "error"] as const;
  const ofMetrics = ["action", "error", "metric_type"] as const;
  const turns = registry.counter({
    name: `${CONTROLLER}_reconciliations_total`,
    help: "Number of turns of work on autoscalers, by what was scaled and what failed.",
    labels: ofTurns,
    stability: "BETA",
  });
  const turnTimes = registry.histogram({
    name: `${CONTROLLER}_reconciliation_duration_seconds`,
    help: "How long turns of work on autoscalers took.",
    labels: ofTurns,
    buckets: SECONDS,
    stability: "BETA",
  });
  const computations = registry.counter({
    name: `${CONTROLLER}_metric_computation_total`,
    help: "Number of metrics that were looked at, by what they ask for and what failed.",
    labels: ofMetrics,
    stability: "BETA",
  });
  const computationTimes = registry.histogram({
    name: `${CONTROLLER}_metric_computation_duration_seconds`,
    help: "How long it took to learn what a metric asks for.",
    labels: ofMetrics,
    buckets: SECONDS,
    stability: "BETA",
  });
  const autoscalers = registry.gauge({
    name: `${CONTROLLER}_num_horizontal_pod_autoscalers`,
    help: "Number of autoscalers.",
    stability: "ALPHA",
  }).with({});
  const desired = registry.gauge({
    name: `${CONTROLLER}_desired_replicas`,
    help: "The replicas that an autoscaler wants.",
    labels: ["namespace", "hpa_name"],
    stability: "ALPHA",
  });
  return {
    /** Counts autoscalers whenever somebody looks, until what it returns is disposed of. */
    observe: (count: () => number): Disposable =>
      registry.beforeRender(() => autoscalers.set(count())),
    /** A turn of work is over. */
    reconciled(action: ScaleAction, error: ScaleFailure, ms: number): void {
      turns.with({ action, error }).inc();
      turnTimes.with({ action, error }).observe(ms / 1000);
    },
    /** A metric was looked at. */
    computed(action: ScaleAction, error: ScaleFailure, type: string, ms: number): void {
      const labels = { action, error, metric_type: type };
      computations.with(labels).inc();
      computationTimes.with(labels).observe(ms / 1000);
    },
    /** An autoscaler wants so many replicas. */
    wants: (namespace: string, name: string, replicas: number): void =>
      desired.with({ namespace, hpa_name: name }).set(replicas),
    /** An autoscaler is gone. */
    forget: (namespace: string, name: string): void =>
      desired.remove({ namespace, hpa_name: name }),
  };
}
