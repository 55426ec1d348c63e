/**
 * The horizontal pod autoscaler: as many replicas as metrics ask for.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { type AutoscalerOptions, Autoscalers } from "./horizontal_pod_autoscaler/autoscalers.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many autoscalers are worked on at once. */
const WORKERS = 5;

/** What flags have unless they are given. */
const DEFAULTS: AutoscalerOptions = {
  periodMs: 15_000,
  downscaleStabilizationMs: 5 * 60_000,
  tolerance: 0.1,
  cpuInitializationMs: 5 * 60_000,
  initialReadinessDelayMs: 30_000,
};

/**
 * Keeps the replicas of what autoscalers name where its metrics are near their targets, once a period for each of
 * them, and tells in their statuses what was done and why. After a failure the next turn is a period later, too.
 */
export function createHorizontalPodAutoscaler(
  parts: LoopParts,
  options: Partial<AutoscalerOptions> = {},
): Runnable {
  const settings = { ...DEFAULTS, ...options };
  const autoscalers = new Autoscalers(parts, settings);
  return keyedLoop(parts, {
    name: "horizontal-pod-autoscaler-controller",
    queue: "horizontalpodautoscaler",
    workers: WORKERS,
    backoff: { base: settings.periodMs, max: settings.periodMs, jitter: 0 },
    listen: (wake) => autoscalers.listen(wake),
    sync: (key, work) => autoscalers.sync(key, work),
  });
}

/** The controller of a process. */
export const horizontalPodAutoscaler: ProcessController = {
  name: "horizontal-pod-autoscaler-controller",
  aliases: ["horizontalpodautoscaling"],
  account: "horizontal-pod-autoscaler",
  flags: [
    "horizontal-pod-autoscaler-cpu-initialization-period",
    "horizontal-pod-autoscaler-downscale-stabilization",
    "horizontal-pod-autoscaler-initial-readiness-delay",
    "horizontal-pod-autoscaler-sync-period",
    "horizontal-pod-autoscaler-tolerance",
  ],
  make(parts) {
    const { values } = parts;
    return createHorizontalPodAutoscaler(parts, {
      periodMs: values["horizontal-pod-autoscaler-sync-period"],
      downscaleStabilizationMs: values["horizontal-pod-autoscaler-downscale-stabilization"],
      tolerance: values["horizontal-pod-autoscaler-tolerance"],
      cpuInitializationMs: values["horizontal-pod-autoscaler-cpu-initialization-period"],
      initialReadinessDelayMs: values["horizontal-pod-autoscaler-initial-readiness-delay"],
    });
  },
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("horizontal_pod_autoscaler", [horizontalPodAutoscaler]));
}
