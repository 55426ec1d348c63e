/**
 * What the job controller counts.
 *
 * @module
 */

import type { batchV1 } from "../../toolkit/mod.ts";
import type { Registry } from "../../toolkit/metrics/mod.ts";
import { Indexes } from "./indexes.ts";
import type { JobRules } from "./job_rules.ts";

const SECONDS: readonly number[] = Array.from({ length: 15 }, (_, power) => 0.004 * 2 ** power);

/** What a turn did about pods. */
export type JobAction = "reconciling" | "tracking" | "pods_created" | "pods_deleted";

/** Counts turns, jobs and pods. */
export type JobMetrics = ReturnType<typeof jobMetrics>;

/** Declares the metrics. */
export function jobMetrics(registry: Registry) {
  const turn = ["completion_mode", "result", "action"] as const;
  const durations = registry.histogram({
    name: "job_controller_job_sync_duration_seconds",
    help: "How long turns of work on a job took.",
    labels: turn,
    buckets: SECONDS,
    stability: "STABLE",
  });
  const syncs = registry.counter({
    name: "job_controller_job_syncs_total",
    help: "Turns of work on jobs.",
    labels: turn,
    stability: "STABLE",
  });
  const finished = registry.counter({
    name: "job_controller_jobs_finished_total",
    help: "Jobs that have finished.",
    labels: ["completion_mode", "result", "reason"],
    stability: "STABLE",
  });
  const external = registry.counter({
    name: "job_controller_jobs_by_external_controller_total",
    help: "Jobs that are left to other controllers, by whom.",
    labels: ["controller_name"],
    stability: "ALPHA",
  });
  const pods = registry.counter({
    name: "job_controller_job_pods_finished_total",
    help: "Pods that have ended and were counted.",
    labels: ["completion_mode", "result"],
    stability: "STABLE",
  });
  const handled = registry.counter({
    name: "job_controller_pod_failures_handled_by_failure_policy_total",
    help: "Failures of pods that matched a rule of the failure policy, by its action.",
    labels: ["action"],
    stability: "BETA",
  });
  const terminated = registry.counter({
    name: "job_controller_terminated_pods_tracking_finalizer_total",
    help: "Pods that are over and have the finalizer: how many came, and how many went.",
    labels: ["event"],
    stability: "BETA",
  });
  const indexes = registry.counter({
    name: "job_controller_job_finished_indexes_total",
    help: "Indexes that are over.",
    labels: ["status", "backoffLimit"],
    stability: "ALPHA",
  });
  const creations = registry.counter({
    name: "job_controller_job_pods_creation_total",
    help: "Pods that were made, or could not be, by why.",
    labels: ["reason", "status"],
    stability: "ALPHA",
  });
  const modeOf = ({ isIndexed }: JobRules) => isIndexed ? "Indexed" : "NonIndexed";
  return {
    synced(rules: JobRules, isDone: boolean, action: JobAction, seconds: number): void {
      const labels = {
        completion_mode: modeOf(rules),
        result: isDone ? "success" : "error",
        action,
      };
      durations.with(labels).observe(seconds);
      syncs.with(labels).inc();
    },
    finished(rules: JobRules, isSuccess: boolean, reason: string): void {
      const result = isSuccess ? "succeeded" : "failed";
      finished.with({ completion_mode: modeOf(rules), result, reason }).inc();
    },
    external: (name: string): void => external.with({ controller_name: name }).inc(),
    handled: (action: string, count: number): void => handled.with({ action }).inc(count),
    /** A pod that is over has the finalizer, or has it no more. */
    terminated: (event: "add" | "delete"): void => terminated.with({ event }).inc(),
    created(reason: string, isDone: boolean, count: number): void {
      if (count > 0) creations.with({ reason, status: isDone ? "succeeded" : "failed" }).inc(count);
    },
    /** One status has come in the place of another. */
    counted(rules: JobRules, before: batchV1.JobStatus = {}, now: batchV1.JobStatus = {}): void {
      // Of none too: rates are right only from a first sample on.
      const add = (result: string, count: number) =>
        pods.with({ completion_mode: modeOf(rules), result }).inc(Math.max(0, count));
      add("failed", (now.failed ?? 0) - (before.failed ?? 0));
      if (!rules.isIndexed) {
        add("succeeded", (now.succeeded ?? 0) - (before.succeeded ?? 0));
        return;
      }
      const total = (text: string | undefined) => Indexes.read(text, rules.completions ?? 0).total;
      const completed = total(now.completedIndexes) - total(before.completedIndexes);
      const failed = total(now.failedIndexes) - total(before.failedIndexes);
      add("succeeded", completed);
      const backoffLimit = rules.backoffLimitPerIndex === undefined ? "global" : "perIndex";
      indexes.with({ status: "succeeded", backoffLimit }).inc(Math.max(0, completed));
      if (failed > 0) indexes.with({ status: "failed", backoffLimit }).inc(failed);
    },
  };
}
