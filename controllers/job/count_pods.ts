/**
 * Counting pods that have ended, each once: its uid is noted in the status, then it loses its finalizer, then
 * its uid gives way to a higher count. At any moment the status and the pods together tell how far that is.
 *
 * @module
 */

import { meaningOf } from "./failure_policy.ts";
import { isNoted, type JobLook } from "./job_look.ts";
import type { JobPod } from "./job_pod.ts";
import { hasFailed, isMeant } from "./job_rules.ts";
import type { StatusDraft } from "./status_draft.ts";
import type { Verdict } from "./verdict.ts";

/** So many uids stand in a status at most: that keeps it below some 20 KB. So many pods are freed at once, too. */
const MOST_AT_ONCE = 500;

/** What is to be done when what was noted has been written. */
export interface Counting {
  /** Pods that are to lose their finalizer. */
  readonly toFree: readonly JobPod[];
  /** Whether more pods have ended than can be counted in one turn. */
  readonly hasMore: boolean;
  /** How many failures were handled by each action of the failure policy. */
  readonly byAction: ReadonlyMap<string, number>;
}

/** Notes in a draft which pods have ended. With a verdict of failure, all that are left have failed. */
export function notePods(
  draft: StatusDraft,
  look: JobLook,
  verdict: Verdict | undefined,
): Counting {
  const { rules, uncounted } = look;
  raiseCounts(draft, new Set(look.pods.flatMap(({ isTracked, uid }) => isTracked ? [uid] : [])));
  const toFree: JobPod[] = [];
  const byAction = new Map<string, number>();
  let hasMore = false;
  for (const pod of inOrder(look)) {
    if (!mayFree(look, verdict, pod)) continue;
    const { uid } = pod;
    const { succeeded, failed } = draft.uncounted;
    const isFull = toFree.length >= MOST_AT_ONCE ||
      succeeded.length + failed.length >= MOST_AT_ONCE;
    // What was noted makes room: it never waits for others.
    if (isFull && !isNoted(uid, uncounted)) {
      hasMore = true;
      continue;
    }
    toFree.push(pod);
    if (isNoted(uid, uncounted) || !isMeant(pod, rules)) continue;
    if (pod.phase === "Succeeded") {
      if (!rules.isIndexed) draft.uncounted.succeeded.push(uid);
    } else if (isFailure(pod, look, verdict)) {
      const { action, isCounted } = meaningOf(rules.failurePolicy, pod);
      if (action !== undefined) byAction.set(action, (byAction.get(action) ?? 0) + 1);
      if (isCounted) draft.uncounted.failed.push(uid);
    }
  }
  if (rules.isIndexed) {
    // An index is not counted twice, whatever becomes of the finalizer of its pod.
    draft.succeeded = look.completed.total;
    draft.completedIndexes = String(look.completed);
    draft.failedIndexes = look.failedIndexes === undefined ? undefined : String(look.failedIndexes);
  }
  return { toFree, hasMore, byAction };
}

/** Raises the counts by the pods that were noted and have no finalizer any more. */
export function raiseCounts(draft: StatusDraft, tracked: ReadonlySet<string>): void {
  for (const end of ["succeeded", "failed"] as const) {
    const left = draft.uncounted[end].filter((uid) => tracked.has(uid));
    draft[end] += draft.uncounted[end].length - left.length;
    draft.uncounted[end] = left;
  }
}

/** Pods that have the finalizer: those of low indexes first. */
function inOrder({ rules, pods }: JobLook): readonly JobPod[] {
  const tracked = pods.filter(({ isTracked }) => isTracked);
  if (!rules.isIndexed) return tracked;
  return tracked.sort((one, other) => (one.index ?? -1) - (other.index ?? -1));
}

/** Once it is written that a job has succeeded, pods that are deleted were so for that. */
function isFailure(pod: JobPod, { rules }: JobLook, verdict: Verdict | undefined): boolean {
  if (verdict?.isSuccess === false) return true;
  if (verdict?.isKnown) return pod.phase === "Failed";
  return hasFailed(pod, rules);
}

/** Whether a pod is over for good, and none is made that needs to know of it. */
function mayFree(
  { job, rules, held }: JobLook,
  verdict: Verdict | undefined,
  pod: JobPod,
): boolean {
  const isEnding = job.metadata.deletionTimestamp !== undefined || verdict !== undefined;
  if (isEnding || pod.phase === "Succeeded") return true;
  return hasFailed(pod, rules) &&
    (pod.index === undefined || held.get(pod.index)?.uid !== pod.uid);
}
