/**
 * Which pods a job needs, and which it has too many of.
 *
 * @module
 */

import { isTerminating, plainDeletionOrder } from "../pods/mod.ts";
import { type Failures, restMs, restOfIndexMs } from "./failure_backoff.ts";
import { countTerminating, indexesOf, type JobLook } from "./job_look.ts";
import type { JobPod } from "./job_pod.ts";

/** So many pods are made or deleted in one turn. */
export const MOST_AT_ONCE = 500;

/** What brings a job forward: pods are made or deleted, never both at once. */
export type NextStep =
  | { readonly type: "Delete"; readonly pods: readonly JobPod[] }
  /** A pod for each index; of a job without indexes, for each undefined. */
  | { readonly type: "Create"; readonly indexes: readonly (number | undefined)[] }
  /** Pods failed not long ago. */
  | { readonly type: "Rest"; readonly ms: number }
  | { readonly type: "None" };

const NONE: NextStep = { type: "None" };

/** The step that a job needs which has not come to its end. */
export function nextStep(look: JobLook, failures: Failures, nowMs: number): NextStep {
  const { rules, active } = look;
  if (rules.isSuspended) {
    return active.length === 0 ? NONE : { type: "Delete", pods: active.slice(0, MOST_AT_ONCE) };
  }
  const wanted = wantedPods(look);
  const surplus = surplusPods(look, Math.max(0, active.length - wanted)).slice(0, MOST_AT_ONCE);
  if (surplus.length > 0) return { type: "Delete", pods: surplus };
  const terminating = rules.awaitsEnd ? countTerminating(look) : 0;
  const missing = Math.min(wanted - terminating - active.length, MOST_AT_ONCE);
  if (missing <= 0) return NONE;
  const perIndex = rules.backoffLimitPerIndex !== undefined;
  const rest = perIndex ? 0 : restMs(failures, nowMs);
  if (rest > 0) return { type: "Rest", ms: rest };
  if (!rules.isIndexed) return { type: "Create", indexes: new Array(missing).fill(undefined) };
  const pending = pendingIndexes(look, missing);
  if (pending.length === 0) return NONE;
  if (!perIndex) return { type: "Create", indexes: pending };
  const rests = new Map(
    pending.map((index) => [index, restOfIndexMs(look.held.get(index), nowMs)] as const),
  );
  const ready = pending.filter((index) => rests.get(index) === 0);
  return ready.length > 0
    ? { type: "Create", indexes: ready }
    : { type: "Rest", ms: Math.min(...rests.values()) };
}

/** How many pods should be active. */
function wantedPods({ rules, succeeded, active }: JobLook): number {
  const { completions, parallelism } = rules;
  if (completions === undefined) return succeeded > 0 ? active.length : parallelism;
  return Math.max(0, Math.min(completions - succeeded, parallelism));
}

/** The lowest indexes that nobody works on and that are not over. */
function pendingIndexes(
  { rules, active, pods, completed, failedIndexes }: JobLook,
  count: number,
): number[] {
  let taken = completed.with(indexesOf(active));
  if (rules.awaitsEnd) taken = taken.with(indexesOf(pods.filter(isTerminating)));
  if (failedIndexes !== undefined) taken = taken.with(failedIndexes);
  return taken.missing(count, rules.completions!);
}

/** Active pods that are to go: those of no index, all but the best of each index, and so many more. */
function surplusPods({ rules, active }: JobLook, atLeast: number): JobPod[] {
  const surplus: JobPod[] = [];
  let rest = [...active];
  if (rules.isIndexed) {
    const best = new Map<number, JobPod>();
    for (const pod of rest.toSorted(plainDeletionOrder)) {
      const { index } = pod;
      if (index === undefined || index >= rules.completions!) {
        surplus.push(pod);
        continue;
      }
      const worse = best.get(index);
      if (worse !== undefined) surplus.push(worse);
      best.set(index, pod);
    }
    rest = [...best.values()];
  }
  const missing = atLeast - surplus.length;
  return missing > 0 ? [...surplus, ...rest.sort(plainDeletionOrder).slice(0, missing)] : surplus;
}
