/**
 * Whether a job is to end while it has pods left, and why.
 *
 * @module
 */

import type { JobLook } from "./job_look.ts";
import { meaningOf } from "./failure_policy.ts";
import { hasFailed } from "./job_rules.ts";
import { metRule } from "./success_policy.ts";

/** How a job ends. */
export interface Verdict {
  readonly isSuccess: boolean;
  /** Whether the status says so already. */
  readonly isKnown: boolean;
  readonly reason: string;
  readonly message: string;
}

/** Of a job with as many successes as it should have. */
export const COMPLETED: Verdict = {
  isSuccess: true,
  isKnown: false,
  reason: "CompletionsReached",
  message: "Reached expected number of succeeded pods",
};

/** The verdict that stands in the status, else the first for which there is a reason; undefined: none. */
export function verdictOn(look: JobLook, nowMs: number): Verdict | undefined {
  return standing(look, "SuccessCriteriaMet") ?? standing(look, "FailureTarget") ??
    byFailurePolicy(look) ?? byLimits(look, nowMs) ?? byIndexes(look) ?? bySuccessPolicy(look);
}

/** In how many milliseconds a job has been active for too long; undefined: it never has. */
export function deadlineMs({ startTime, rules }: JobLook, nowMs: number): number | undefined {
  if (rules.deadlineMs === undefined || rules.isSuspended || startTime === undefined) {
    return undefined;
  }
  return Date.parse(startTime) + rules.deadlineMs - nowMs;
}

function standing({ job }: JobLook, type: string): Verdict | undefined {
  const found = job.status?.conditions?.find((one) => one.type === type && one.status === "True");
  return found && {
    isSuccess: type === "SuccessCriteriaMet",
    isKnown: true,
    reason: found.reason ?? "",
    message: found.message ?? "",
  };
}

function failure(reason: string, message: string): Verdict {
  return { isSuccess: false, isKnown: false, reason, message };
}

function byFailurePolicy({ rules, pods }: JobLook): Verdict | undefined {
  if (rules.failurePolicy === undefined) return undefined;
  for (const pod of pods) {
    if (!hasFailed(pod, rules)) continue;
    const { failsJob } = meaningOf(rules.failurePolicy, pod);
    if (failsJob !== undefined) return failure("PodFailurePolicy", failsJob);
  }
  return undefined;
}

function byLimits(look: JobLook, nowMs: number): Verdict | undefined {
  const { rules: { backoffLimit }, failed } = look;
  if (failed > backoffLimit || restartsTooOften(look)) {
    return failure("BackoffLimitExceeded", "Job has reached the specified backoff limit");
  }
  if ((deadlineMs(look, nowMs) ?? Infinity) <= 0) {
    return failure("DeadlineExceeded", "Job was active longer than specified deadline");
  }
  return undefined;
}

/** Containers that are started again in their pods count like pods that failed. */
function restartsTooOften({ rules: { countsRestarts, backoffLimit }, pods }: JobLook): boolean {
  if (!countsRestarts) return false;
  const restarts = pods.filter(({ phase }) => phase === "Running" || phase === "Pending")
    .reduce((sum, { allRestarts }) => sum + allRestarts, 0);
  return backoffLimit === 0 ? restarts > 0 : restarts >= backoffLimit;
}

function byIndexes({ rules, completed, failedIndexes }: JobLook): Verdict | undefined {
  const failed = failedIndexes?.total ?? 0;
  if (failed > (rules.maxFailedIndexes ?? Infinity)) {
    const why = "Job has exceeded the specified maximal number of failed indexes";
    return failure("MaxFailedIndexesExceeded", why);
  }
  if (failed > 0 && failed + completed.total >= rules.completions!) {
    return failure("FailedIndexes", "Job has failed indexes");
  }
  return undefined;
}

function bySuccessPolicy({ rules, completed }: JobLook): Verdict | undefined {
  const met = metRule(rules.successPolicy, completed, rules.completions ?? 0);
  return met === undefined ? undefined : {
    isSuccess: true,
    isKnown: false,
    reason: "SuccessPolicy",
    message: `Matched rules at index ${met}`,
  };
}
