/**
 * What a change of a pod is, for pods that found no node.
 *
 * @module
 */

import { ACTION, type ClusterEvent } from "./framework/mod.ts";
import type { PendingPod, PodInfo } from "./pod/pod_info.ts";
import { amountOf } from "../../toolkit/pods/resources.ts";

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

/** A pod on a node has changed: all of its changes together, as metrics count them. */
export const ASSIGNED_CHANGED = "AssignedPodUpdate";

/** Labels say whether it is a pod on a node or one without: plugins hear of both alike. */
const changesOf = (what: "AssignedPod" | "UnschedulablePod") => {
  const event = (action: number, change: string): ClusterEvent => ({
    resource: "Pod",
    action,
    label: `${what}Update${change}`,
  });
  return {
    labels: event(ACTION.podLabel, "PodLabel"),
    scaledDown: event(ACTION.podScaleDown, "PodScaleDown"),
    gatesGone: event(ACTION.podGatesGone, "PodSchedulingGatesEliminated"),
    tolerations: event(ACTION.podToleration, "PodToleration"),
    claims: event(ACTION.podClaims, "PodGeneratedResourceClaim"),
    other: event(ACTION.other, ""),
  };
};

const OF_ASSIGNED = changesOf("AssignedPod");
const OF_PENDING = changesOf("UnschedulablePod");

/** The changes from one state of a pod to the next. */
export function podChanges(before: PodInfo, after: PodInfo): ClusterEvent[] {
  const changes: ClusterEvent[] = [];
  const event = isPending(after) ? OF_PENDING : OF_ASSIGNED;
  if (!sameLabels(before.labels, after.labels)) changes.push(event.labels);
  if (isScaledDown(before, after)) changes.push(event.scaledDown);
  if (isPending(before) && isPending(after)) {
    if (before.gates.length > 0 && after.gates.length === 0) changes.push(event.gatesGone);
    // Tolerations are only ever added.
    if (before.tolerations.length !== after.tolerations.length) changes.push(event.tolerations);
    if (claimsOf(before) !== claimsOf(after)) changes.push(event.claims);
  }
  return changes.length > 0 ? changes : [event.other];
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
