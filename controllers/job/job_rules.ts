/**
 * What a job says of its pods, completed.
 *
 * @module
 */

import type { batchV1, Job, ObjectOf } from "../../toolkit/mod.ts";
import type { JobPod } from "./job_pod.ts";

/** A job as the server has it. */
export type LiveJob = ObjectOf<typeof Job>;

/** See the module. */
export interface JobRules {
  readonly parallelism: number;
  /** Undefined: one success is enough, and ends the making of pods. */
  readonly completions: number | undefined;
  readonly isIndexed: boolean;
  readonly backoffLimit: number;
  /** Undefined: all indexes fail together. */
  readonly backoffLimitPerIndex: number | undefined;
  readonly maxFailedIndexes: number | undefined;
  /** Undefined: none, or one that nobody lives to see. */
  readonly deadlineMs: number | undefined;
  readonly isSuspended: boolean;
  /** Whether a pod is replaced, and counts, only when it is over; others already when they are deleted. */
  readonly awaitsEnd: boolean;
  readonly countsRestarts: boolean;
  readonly failurePolicy: batchV1.PodFailurePolicy | undefined;
  readonly successPolicy: batchV1.SuccessPolicy | undefined;
}

const DEFAULT_BACKOFF_LIMIT = 6;
const MOST_DEADLINE_SECONDS = 10 ** 11;

/** The rules of a job. */
export function rulesOf({ spec }: LiveJob): JobRules {
  const isIndexed = spec?.completionMode === "Indexed";
  const { podFailurePolicy, podReplacementPolicy, activeDeadlineSeconds } = spec ?? {};
  const seconds = Number(activeDeadlineSeconds ?? Infinity);
  return {
    parallelism: spec?.parallelism ?? 1,
    completions: spec?.completions ?? (isIndexed ? 0 : undefined),
    isIndexed,
    backoffLimit: spec?.backoffLimit ?? DEFAULT_BACKOFF_LIMIT,
    backoffLimitPerIndex: isIndexed ? spec?.backoffLimitPerIndex : undefined,
    maxFailedIndexes: spec?.maxFailedIndexes,
    deadlineMs: seconds > MOST_DEADLINE_SECONDS ? undefined : seconds * 1000,
    isSuspended: spec?.suspend === true,
    awaitsEnd: podReplacementPolicy === "Failed" || podFailurePolicy !== undefined,
    countsRestarts: spec?.template.spec?.restartPolicy === "OnFailure",
    failurePolicy: podFailurePolicy,
    successPolicy: spec?.successPolicy,
  };
}

/** Whether it is complete or has failed. */
export function isFinished({ status }: LiveJob): boolean {
  return isTrue(status, "Complete") || isTrue(status, "Failed");
}

/** Whether a condition holds. */
function isTrue(status: batchV1.JobStatus | undefined, type: string): boolean {
  return status?.conditions?.some((one) => one.type === type && one.status === "True") === true;
}

/** The other controller that a job is left to; undefined: it is this one's. */
export function otherManager({ spec }: LiveJob, own: string): string | undefined {
  const { managedBy = own } = spec ?? {};
  return managedBy === own ? undefined : managedBy;
}

/** Whether a pod has failed: who is deleted never gets so far, unless its end is awaited. */
export function hasFailed({ phase, isDeleting }: JobPod, { awaitsEnd }: JobRules): boolean {
  if (phase === "Failed") return true;
  return !awaitsEnd && isDeleting && phase !== "Succeeded";
}

/** Whether a pod's end counts: in an indexed job only that of an index which there is. */
export function isMeant({ index }: JobPod, { isIndexed, completions = 0 }: JobRules): boolean {
  return !isIndexed || (index !== undefined && index < completions);
}
