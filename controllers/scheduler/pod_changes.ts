/**
 * What a change of a pod is, for pods that found no node.
 *
 * @module
 */

import { ACTION, type ClusterEvent } from "./framework/mod.ts";
import type { PendingPod, PodInfo } from "./pod/pod_info.ts";
import { amountOf } from "./pod/resources.ts";

/** A pod is on a node now. */
export const POD_ADDED: ClusterEvent = {
  resource: "Pod",
  action: ACTION.add,
  label: "AssignedPodAdd",
};
/** A pod takes nothing of its node any more, or room is no longer made for it. */
export const POD_DELETED: ClusterEvent = {
  resource: "Pod",
  action: ACTION.delete,
  label: "AssignedPodDelete",
};

const event = (action: number, label: string): ClusterEvent => ({ resource: "Pod", action, label });

const LABELS = event(ACTION.podLabel, "PodLabelChange");
const SCALED_DOWN = event(ACTION.podScaleDown, "PodScaleDown");
const GATES_GONE = event(ACTION.podGatesGone, "PodSchedulingGatesEliminated");
const TOLERATIONS = event(ACTION.podToleration, "PodTolerationChange");
const CLAIMS = event(ACTION.podClaims, "UpdatePodGeneratedResourceClaim");
const OTHER = event(ACTION.other, "PodUpdate");

/** The changes from one state of a pod to the next. */
export function podChanges(before: PodInfo, after: PodInfo): ClusterEvent[] {
  const changes: ClusterEvent[] = [];
  if (!sameLabels(before.labels, after.labels)) changes.push(LABELS);
  if (isScaledDown(before, after)) changes.push(SCALED_DOWN);
  if (isPending(before) && isPending(after)) {
    if (before.gates.length > 0 && after.gates.length === 0) changes.push(GATES_GONE);
    // Tolerations are only ever added.
    if (before.tolerations.length !== after.tolerations.length) changes.push(TOLERATIONS);
    if (claimsOf(before) !== claimsOf(after)) changes.push(CLAIMS);
  }
  return changes.length > 0 ? changes : [OTHER];
}

/** As a text: the claims that were made for a pod, in any order. */
function claimsOf({ object: { status } }: PendingPod): string {
  const { resourceClaimStatuses = [] } = status ?? {};
  return resourceClaimStatuses.map(({ name, resourceClaimName = "" }) =>
    `${name}/${resourceClaimName}`
  ).sort().join(" ");
}

function isPending(pod: PodInfo): pod is PendingPod {
  return "object" in pod;
}

function sameLabels(one: PodInfo["labels"], other: PodInfo["labels"]): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key]);
}

function isScaledDown({ requests: before }: PodInfo, { requests: after }: PodInfo): boolean {
  const names = ["cpu", "memory", "ephemeral-storage", ...before.scalars.keys()];
  return names.some((name) => amountOf(after, name) < amountOf(before, name));
}
