/**
 * The metrics of controllers, under the names that dashboards know from controller-runtime.
 *
 * @module
 */

import type { Registry } from "../metrics/mod.ts";

/** How a run ended, as metrics call it. */
export type ReconcileResult = "success" | "error" | "requeue_after";

/** What a controller tells of itself. */
export interface ControllerMetrics {
  /** A run has begun. */
  began(): void;
  /** What the controller says of a change has thrown. */
  threw(): void;
  /** A run has ended. `terminal`: it is not tried again. */
  ended(result: ReconcileResult, tookMs: number, terminal: boolean): void;
}

const SECONDS: readonly number[] = [
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.15,
  0.2,
  0.25,
  0.3,
  0.35,
  0.4,
  0.45,
  0.5,
  0.6,
  0.7,
  0.8,
  0.9,
  1,
  1.25,
  1.5,
  1.75,
  2,
  2.5,
  3,
  3.5,
  4,
  4.5,
  5,
  6,
  7,
  8,
  9,
  10,
  15,
  20,
  25,
  30,
  40,
  50,
  60,
];

/** The metrics of one controller in a registry. */
export function controllerMetrics(
  registry: Registry,
  controller: string,
  concurrency: number,
): ControllerMetrics {
  const labels = ["controller"] as const;
  const own = { controller };
  const total = registry.counter({
    name: "controller_runtime_reconcile_total",
    help: "Runs of a controller, by result.",
    labels: ["controller", "result"],
  });
  const errors = registry.counter({
    name: "controller_runtime_reconcile_errors_total",
    help: "Runs of a controller that failed.",
    labels,
  }).with(own);
  const terminals = registry.counter({
    name: "controller_runtime_terminal_reconcile_errors_total",
    help: "Runs of a controller that failed in a way that no further try mends.",
    labels,
  }).with(own);
  const threw = registry.counter({
    name: "controller_change_errors_total",
    help:
      "Changes of which a controller's when or to has thrown: whatever they concern was reconciled all the same.",
    labels,
  }).with(own);
  threw.inc(0);
  const time = registry.histogram({
    name: "controller_runtime_reconcile_time_seconds",
    help: "How long runs of a controller take, in seconds.",
    labels,
    buckets: SECONDS,
  }).with(own);
  const active = registry.gauge({
    name: "controller_runtime_active_workers",
    help: "Runs of a controller that are under way.",
    labels,
  }).with(own);
  registry.gauge({
    name: "controller_runtime_max_concurrent_reconciles",
    help: "How many runs of a controller there may be at once.",
    labels,
  }).with(own).set(concurrency);
  // Shown before anything has happened: rates need a beginning.
  for (const result of ["success", "error", "requeue_after"]) {
    total.with({ controller, result }).inc(0);
  }
  let running = 0;
  active.set(0);
  return {
    threw: () => threw.inc(),
    began: () => active.set(++running),
    ended(result, tookMs, terminal) {
      active.set(--running);
      total.with({ controller, result }).inc();
      time.observe(tookMs / 1000);
      if (result === "error") errors.inc();
      if (terminal) terminals.inc();
    },
  };
}
