/**
 * What a change of a node is, for pods that found none.
 *
 * @module
 */

import type { NodeView } from "./cluster/node_info.ts";
import { ACTION, type ClusterEvent } from "./framework/mod.ts";
import type { Resources } from "../../toolkit/pods/resources.ts";

/** A node has come. */
export const NODE_ADDED: ClusterEvent = { resource: "Node", action: ACTION.add, label: "NodeAdd" };
/** A node is gone. */
export const NODE_DELETED: ClusterEvent = {
  resource: "Node",
  action: ACTION.delete,
  label: "NodeDelete",
};

const CHANGES: readonly (readonly [
  action: number,
  label: string,
  differs: (before: NodeView, after: NodeView) => boolean,
])[] = [
  [
    ACTION.nodeAllocatable,
    "NodeUpdateNodeAllocatable",
    (before, after) =>
      before.allowedPods !== after.allowedPods ||
      !sameResources(before.allocatable, after.allocatable),
  ],
  [
    ACTION.nodeLabel,
    "NodeUpdateNodeLabel",
    (before, after) => !sameRecord(before.labels, after.labels),
  ],
  [
    ACTION.nodeTaint,
    "NodeUpdateNodeTaint",
    (before, after) =>
      (before.isUnschedulable && !after.isUnschedulable) ||
      !sameValue(before.taints, after.taints),
  ],
  [
    ACTION.nodeCondition,
    "NodeUpdateNodeCondition",
    (before, after) => !sameMap(before.conditions, after.conditions),
  ],
  [
    ACTION.nodeAnnotation,
    "NodeUpdateNodeAnnotation",
    (before, after) => !sameRecord(before.annotations, after.annotations),
  ],
  [
    ACTION.nodeFeature,
    "NodeUpdateNodeDeclaredFeature",
    (before, after) => !sameValue(before.features, after.features),
  ],
];

/** The changes from one state of a node to the next. */
export function nodeChanges(before: NodeView, after: NodeView): ClusterEvent[] {
  return CHANGES.filter(([, , differs]) => differs(before, after))
    .map(([action, label]) => ({ resource: "Node", action, label }));
}

/** Whether nothing that is looked at has changed: a heartbeat. */
export function isSameNode(before: NodeView, after: NodeView): boolean {
  return before.isUnschedulable === after.isUnschedulable && before.zone === after.zone &&
    sameMap(before.images, after.images) && nodeChanges(before, after).length === 0;
}

function sameResources(one: Resources, other: Resources): boolean {
  return one.milliCpu === other.milliCpu && one.memory === other.memory &&
    one.ephemeralStorage === other.ephemeralStorage && sameMap(one.scalars, other.scalars);
}

function sameMap<V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const [key, value] of one) if (other.get(key) !== value || !other.has(key)) return false;
  return true;
}

function sameRecord(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): boolean {
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && one[key] === other[key]);
}

function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
