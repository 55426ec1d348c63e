/**
 * A job and its pods at one moment, and what follows of that for its counts.
 *
 * @module
 */

import { isActive, isTerminating } from "../pods/mod.ts";
import { meaningOf } from "./failure_policy.ts";
import { Indexes } from "./indexes.ts";
import type { JobPod } from "./job_pod.ts";
import { hasFailed, isMeant, type JobRules, type LiveJob, rulesOf } from "./job_rules.ts";

/** See the module. */
export interface JobLook {
  readonly job: LiveJob;
  readonly rules: JobRules;
  readonly pods: readonly JobPod[];
  readonly active: readonly JobPod[];
  /** When the job began: now, where it begins with this look. Undefined where it does not begin. */
  readonly startTime: string | undefined;
  /** Pods that have ended, and are not in the status in any form. */
  readonly newSucceeded: readonly JobPod[];
  readonly newFailed: readonly JobPod[];
  /** Uids of pods that the status says are being counted. */
  readonly uncounted: Uncounted;
  /** With all that have ended, counted or not. Of an indexed job, how many indexes. */
  readonly succeeded: number;
  readonly failed: number;
  /** Of an indexed job, as its status says, with those whose pods are not counted yet. */
  readonly completed: Indexes;
  /** Undefined where no index fails by itself. */
  readonly failedIndexes: Indexes | undefined;
  /**
   * Of each index that is to be tried again, the pod that failed last: it stays until another has its counts.
   */
  readonly held: ReadonlyMap<number, JobPod>;
}

/** Uids of pods by how they have ended. */
export interface Uncounted {
  readonly succeeded: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** What there is of a job. */
export function lookAt(job: LiveJob, pods: readonly JobPod[], now: string): JobLook {
  const rules = rulesOf(job);
  const { status = {} } = job;
  const active = pods.filter(isActive);
  const uncounted = {
    succeeded: new Set<string>(status.uncountedTerminatedPods?.succeeded),
    failed: new Set<string>(status.uncountedTerminatedPods?.failed),
  };
  const counting = pods.filter((pod) => pod.isTracked && isMeant(pod, rules));
  // What was noted of a pod stays, whatever becomes of the pod: it has one end.
  const unnoted = counting.filter(({ uid }) => !isNoted(uid, uncounted));
  const newSucceeded = unnoted.filter(({ phase }) => phase === "Succeeded");
  const newFailed = unnoted.filter((pod) => hasFailed(pod, rules));
  const counted = newFailed.filter((pod) => meaningOf(rules.failurePolicy, pod).isCounted);
  const completions = rules.completions ?? 0;
  const completed = rules.isIndexed
    ? Indexes.read(status.completedIndexes, completions).with(indexesOf(newSucceeded))
    : Indexes.NONE;
  const failedIndexes = rules.backoffLimitPerIndex === undefined
    ? undefined
    : Indexes.read(status.failedIndexes, completions).with(
      indexesOf(counting.filter((pod) => failsIndex(pod, rules))),
    );
  return {
    job,
    rules,
    pods,
    active,
    startTime: status.startTime ?? (rules.isSuspended ? undefined : now),
    newSucceeded,
    newFailed,
    uncounted,
    succeeded: rules.isIndexed
      ? completed.total
      : (status.succeeded ?? 0) + newSucceeded.length + uncounted.succeeded.size,
    failed: (status.failed ?? 0) + counted.length + uncounted.failed.size,
    completed,
    failedIndexes,
    held: failedIndexes === undefined
      ? new Map()
      : heldPods(counting.filter((pod) => hasFailed(pod, rules)), {
        active: indexesOf(active),
        over: completed.with(failedIndexes),
      }),
  };
}

/** Whether a status says of a pod that it is being counted. */
export function isNoted(uid: string, { succeeded, failed }: Uncounted): boolean {
  return succeeded.has(uid) || failed.has(uid);
}

/** The indexes of pods that tell one. */
export function indexesOf(pods: readonly JobPod[]): Indexes {
  return Indexes.of(pods.flatMap(({ index }) => index === undefined ? [] : [index]));
}

/** How many pods are on their way out. */
export function countTerminating({ pods }: JobLook): number {
  return pods.filter(isTerminating).length;
}

/** Whether the failure of a pod is that of its index. */
function failsIndex(pod: JobPod, rules: JobRules): boolean {
  if (!hasFailed(pod, rules)) return false;
  const { action, isCounted } = meaningOf(rules.failurePolicy, pod);
  return action === "FailIndex" || (isCounted && pod.failures >= rules.backoffLimitPerIndex!);
}

function heldPods(
  failed: readonly JobPod[],
  { active, over }: { readonly active: Indexes; readonly over: Indexes },
): Map<number, JobPod> {
  const held = new Map<number, JobPod>();
  for (const pod of failed) {
    const index = pod.index!;
    if (active.has(index) || over.has(index)) continue;
    const last = held.get(index);
    if (last === undefined || isLater(pod, last)) held.set(index, pod);
  }
  return held;
}

function isLater(one: JobPod, other: JobPod): boolean {
  return one.failures + one.ignored >= other.failures + other.ignored &&
    one.finishedMs >= other.finishedMs;
}
