/**
 * What the status of a deployment says.
 *
 * @module
 */

import type { appsV1 } from "../../toolkit/mod.ts";
import { type Condition, conditionOf, withCondition } from "./conditions.ts";
import type { DeploymentView } from "./deployment_view.ts";
import { type SetView, sumOf } from "./set_view.ts";

/** Numbers of pods, as the sets' statuses say. */
export interface Counts {
  readonly replicas: number;
  readonly updatedReplicas: number;
  readonly readyReplicas: number;
  readonly availableReplicas: number;
  readonly unavailableReplicas: number;
  /** Null where a set does not count them. */
  readonly terminatingReplicas: number | null;
}

/** The pods of all sets together. */
export function countsOf(newSet: SetView | undefined, oldSets: readonly SetView[]): Counts {
  const sets = [...oldSets, ...newSet ? [newSet] : []];
  const availableReplicas = sumOf(sets, ({ counts }) => counts.available);
  const wanted = sumOf(sets, (set) => set.replicas);
  const isCounted = sets.every((set) => !set.wasObserved || set.counts.terminating !== undefined);
  return {
    replicas: sumOf(sets, ({ counts }) => counts.replicas),
    updatedReplicas: newSet?.counts.replicas ?? 0,
    readyReplicas: sumOf(sets, ({ counts }) => counts.ready),
    availableReplicas,
    unavailableReplicas: Math.max(0, wanted - availableReplicas),
    terminatingReplicas: isCounted ? sumOf(sets, ({ counts }) => counts.terminating ?? 0) : null,
  };
}

/** The conditions with the one that tells whether enough pods are available. */
export function withAvailability(
  conditions: readonly Condition[],
  { replicas, unavailable }: DeploymentView,
  { availableReplicas }: Counts,
  nowMs: number,
): readonly Condition[] {
  const isEnough = availableReplicas >= replicas - unavailable;
  return withCondition(conditions, {
    type: "Available",
    status: isEnough ? "True" : "False",
    reason: isEnough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
    message: isEnough
      ? "Deployment has minimum availability."
      : "Deployment does not have minimum availability.",
  }, nowMs);
}

/** The conditions with the failure of a set, the new one's before others'; without where none has failed. */
export function withFailure(
  conditions: readonly Condition[],
  newSet: SetView | undefined,
  oldSets: readonly SetView[],
): readonly Condition[] {
  const failed = newSet?.failure ?? oldSets.find(({ failure }) => failure !== undefined)?.failure;
  const before = conditionOf(conditions, "ReplicaFailure");
  if (failed?.status === before?.status && failed?.reason === before?.reason) return conditions;
  const others = conditions.filter((one) => one !== before);
  if (failed === undefined) return others;
  const { type, status, reason, message, lastTransitionTime } = failed;
  const time = { lastUpdateTime: lastTransitionTime, lastTransitionTime };
  const isSame = before?.status === status;
  return [...others, {
    type,
    status,
    reason,
    message,
    ...time,
    ...(isSame && { lastTransitionTime: before.lastTransitionTime }),
  } as Condition];
}

/** Whether all pods that there should be are of the new set, are available, and there are no others. */
export function isComplete(
  { replicas }: DeploymentView,
  counts: Pick<Counts, "replicas" | "updatedReplicas" | "availableReplicas">,
): boolean {
  return counts.updatedReplicas === replicas && counts.replicas === replicas &&
    counts.availableReplicas === replicas;
}

/** The same of the status that is stored, if it is one of the deployment as it is. */
export function wasComplete(deployment: DeploymentView): boolean {
  const { metadata: { generation = 0 }, status = {} } = deployment.object;
  const { observedGeneration = 0 } = status;
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = status;
  return observedGeneration >= generation &&
    isComplete(deployment, { replicas, updatedReplicas, availableReplicas });
}

/** Whether a status says what the stored one does; a count of 0 is as good as none. */
export function saysTheSame(
  before: appsV1.DeploymentStatus | undefined,
  now: Counts & { readonly observedGeneration: number; readonly conditions: readonly Condition[] },
): boolean {
  const names = [
    "replicas",
    "updatedReplicas",
    "readyReplicas",
    "availableReplicas",
    "unavailableReplicas",
    "observedGeneration",
  ] as const;
  return names.every((name) => (before?.[name] ?? 0) === now[name]) &&
    (before?.terminatingReplicas ?? null) === now.terminatingReplicas &&
    isSameList(before?.conditions ?? [], now.conditions);
}

function isSameList(before: readonly Condition[], now: readonly Condition[]): boolean {
  return before.length === now.length && before.every((one, index) => one === now[index]);
}
