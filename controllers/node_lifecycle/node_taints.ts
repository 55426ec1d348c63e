/**
 * The taints that tell of a node's conditions.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import type { Names } from "../../toolkit/names.ts";

/** What changes of a node's taints of one effect, by their keys. */
export interface TaintChange {
  readonly effect: coreV1.TaintEffect;
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** The key of the taint that a condition makes; undefined: none. */
function taintOf(type: string, status: string, names: Names): string | undefined {
  if (type === "Ready") {
    if (status === "False") return names.taintNotReady;
    return status === "Unknown" ? names.taintUnreachable : undefined;
  }
  if (status !== "True") return undefined;
  switch (type) {
    case "MemoryPressure":
      return names.taintMemoryPressure;
    case "DiskPressure":
      return names.taintDiskPressure;
    case "PIDPressure":
      return names.taintPidPressure;
    case "NetworkUnavailable":
      return names.taintNetworkUnavailable;
    default:
      return undefined;
  }
}

/** The keys of the taints that keep new pods off a node, in the order of its conditions. */
export function conditionTaints(
  conditions: readonly coreV1.NodeCondition[],
  isUnschedulable: boolean,
  names: Names,
): string[] {
  const keys = conditions.map(({ type, status }) => taintOf(type, status, names))
    .filter((key) => key !== undefined);
  return isUnschedulable ? [...keys, names.taintUnschedulable] : keys;
}

/** The key of the taint that drives pods off a node of which this is said; undefined: none does. */
export function drivingTaint(ready: string | undefined, names: Names): string | undefined {
  return ready === undefined ? undefined : taintOf("Ready", ready, names);
}

/** What has to change so that new pods are kept off for these conditions, and no others that are kept here. */
export function conditionTaintChange(
  taints: readonly coreV1.Taint[],
  wanted: readonly string[],
  names: Names,
): TaintChange {
  const kept = [
    names.taintNotReady,
    names.taintUnreachable,
    names.taintMemoryPressure,
    names.taintDiskPressure,
    names.taintPidPressure,
    names.taintNetworkUnavailable,
    names.taintUnschedulable,
  ];
  const has = (key: string) => hasTaint(taints, key, "NoSchedule");
  return {
    effect: "NoSchedule",
    add: wanted.filter((key) => !has(key)),
    remove: kept.filter((key) => has(key) && !wanted.includes(key)),
  };
}

/** What has to change so that of the two taints that drive pods off there is this one, or none. */
export function drivingTaintChange(
  taints: readonly coreV1.Taint[],
  wanted: string | undefined,
  names: Names,
): TaintChange {
  const has = (key: string) => hasTaint(taints, key, "NoExecute");
  return {
    effect: "NoExecute",
    add: wanted === undefined || has(wanted) ? [] : [wanted],
    remove: [names.taintNotReady, names.taintUnreachable].filter((key) =>
      key !== wanted && has(key)
    ),
  };
}

/** Whether a change changes nothing. */
export function isNoChange({ add, remove }: TaintChange): boolean {
  return add.length === 0 && remove.length === 0;
}

/** The taints after a change: what is there stays as it is and where it is. */
export function changedTaints(
  taints: readonly coreV1.Taint[],
  { effect, add, remove }: TaintChange,
  timeAdded: string,
): coreV1.Taint[] {
  return [
    ...taints.filter((one) => one.effect !== effect || !remove.includes(one.key)),
    ...add.filter((key) => !hasTaint(taints, key, effect)).map((key) => ({
      key,
      effect,
      timeAdded,
    })),
  ];
}

function hasTaint(taints: readonly coreV1.Taint[], key: string, effect: string): boolean {
  return taints.some((one) => one.key === key && one.effect === effect);
}
