/**
 * Whether the rollout of a deployment comes forward.
 *
 * @module
 */

import {
  type Condition,
  conditionOf,
  renewed,
  type Said,
  withCondition,
  without,
} from "./conditions.ts";
import { type Counts, isComplete } from "./deployment_status.ts";
import type { DeploymentView } from "./deployment_view.ts";
import type { SetView } from "./set_view.ts";

const TIMED_OUT = "ProgressDeadlineExceeded";
const AVAILABLE = "NewReplicaSetAvailable";
const PAUSED = "DeploymentPaused";
/** Clocks and timers may be apart by so much. */
const SLACK_MS = 1000;

/** The condition that tells of the new set of a deployment. */
export function toldOfSet(
  reason: "NewReplicaSetCreated" | "FoundNewReplicaSet",
  { name }: { readonly name: string },
): Said {
  const verb = reason === "NewReplicaSetCreated" ? "Created" : "Found";
  return progressing("True", reason, `${verb} new replica set "${name}"`);
}

/** The condition that tells why there is no new set. */
export function toldOfNoSet(message: string): Said {
  return progressing("False", "ReplicaSetCreateError", message);
}

/**
 * The conditions of a deployment that was paused or resumed since: time that it stood paused does not
 * count. What has timed out before stays so.
 */
export function withPause(
  conditions: readonly Condition[],
  { isPaused, deadlineMs }: DeploymentView,
  nowMs: number,
): readonly Condition[] {
  const reason = conditionOf(conditions, "Progressing")?.reason;
  if (deadlineMs === undefined || reason === TIMED_OUT) return conditions;
  if (isPaused === (reason === PAUSED)) return conditions;
  const said = isPaused
    ? progressing("Unknown", PAUSED, "Deployment is paused")
    : progressing("Unknown", "DeploymentResumed", "Deployment is resumed");
  return withCondition(conditions, said, nowMs);
}

/** The conditions as they are after a step of a rollout. */
export function withProgress(
  conditions: readonly Condition[],
  deployment: DeploymentView,
  newSet: SetView | undefined,
  counts: Counts,
  nowMs: number,
): readonly Condition[] {
  const { deadlineMs, name, object } = deployment;
  if (deadlineMs === undefined) return without(conditions, "Progressing");
  const what = newSet === undefined ? `Deployment "${name}"` : `ReplicaSet "${newSet.name}"`;
  const current = conditionOf(conditions, "Progressing");
  const wasAvailable = current?.reason === AVAILABLE;
  if (isComplete(deployment, counts)) {
    const said = progressing("True", AVAILABLE, `${what} has successfully progressed.`);
    // What was said of another set says nothing of this one.
    const isSaid = wasAvailable && (newSet === undefined || current.message === said.message);
    return isSaid ? conditions : renewed(conditions, said, nowMs);
  }
  if (wasAvailable && counts.replicas === counts.updatedReplicas) return conditions;
  if (hasMoved(object.status ?? {}, counts)) {
    const said = progressing("True", "ReplicaSetUpdated", `${what} is progressing.`);
    return renewed(conditions, said, nowMs);
  }
  if (!isTimedOut(current, deadlineMs, nowMs)) return conditions;
  const said = progressing("False", TIMED_OUT, `${what} has timed out progressing.`);
  return withCondition(conditions, said, nowMs);
}

/** In how many milliseconds it is to be looked at again whether the rollout has come forward, if at all. */
export function nextCheckMs(
  deployment: DeploymentView,
  conditions: readonly Condition[],
  counts: Counts,
  nowMs: number,
): number | undefined {
  const { deadlineMs } = deployment;
  const current = conditionOf(conditions, "Progressing");
  if (deadlineMs === undefined || current === undefined) return undefined;
  // Neither can time out any more.
  if (current.reason === TIMED_OUT || current.reason === AVAILABLE) return undefined;
  if (isComplete(deployment, counts)) return undefined;
  return Math.max(0, updatedMs(current) + deadlineMs - nowMs) + SLACK_MS;
}

function progressing(status: Said["status"], reason: string, message: string): Said {
  return { type: "Progressing", status, reason, message };
}

/** Whether there are more new pods, fewer old ones, or more that are ready or available. */
function hasMoved(
  { replicas = 0, updatedReplicas = 0, readyReplicas = 0, availableReplicas = 0 }: Partial<Counts>,
  now: Counts,
): boolean {
  return now.updatedReplicas > updatedReplicas ||
    now.replicas - now.updatedReplicas < replicas - updatedReplicas ||
    now.readyReplicas > readyReplicas || now.availableReplicas > availableReplicas;
}

function isTimedOut(current: Condition | undefined, deadlineMs: number, nowMs: number): boolean {
  if (current === undefined || current.reason === AVAILABLE) return false;
  return current.reason === TIMED_OUT || updatedMs(current) + deadlineMs < nowMs;
}

function updatedMs({ lastUpdateTime, lastTransitionTime }: Condition): number {
  return Date.parse(lastUpdateTime ?? lastTransitionTime ?? "") || 0;
}
