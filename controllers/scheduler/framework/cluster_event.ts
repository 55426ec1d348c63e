/**
 * What happens in a cluster, as far as it may help pods that found no node.
 *
 * @module
 */

import type { PendingPod } from "../pod/pod_info.ts";

/** What something happens to. `Pod`: one on a node, or one that has none yet. `*`: anything. */
export type EventResource =
  | "*"
  | "Pod"
  | "Node"
  | "PersistentVolume"
  | "PersistentVolumeClaim"
  | "StorageClass"
  | "CSINode"
  | "CSIDriver"
  | "CSIStorageCapacity"
  | "VolumeAttachment"
  | "ResourceClaim"
  | "ResourceSlice"
  | "DeviceClass"
  | (string & Record<never, never>);

/** What happens to it, as bits. */
export const ACTION = {
  add: 1,
  delete: 2,
  nodeAllocatable: 4,
  nodeLabel: 8,
  nodeTaint: 16,
  nodeCondition: 32,
  nodeAnnotation: 64,
  nodeFeature: 128,
  podLabel: 256,
  podScaleDown: 512,
  podGatesGone: 1024,
  podToleration: 2048,
  /** Changes that have no bit of their own. */
  other: 4096,
  /** A pod's status names claims that were made for it. */
  podClaims: 8192,
  update: 0b11_1111_1111_1100,
  all: 0b11_1111_1111_1111,
} as const;

/** Something that happened. */
export interface ClusterEvent {
  readonly resource: EventResource;
  /** Bits of {@link ACTION}. */
  readonly action: number;
  /** What metrics and logs call it. */
  readonly label: string;
}

/** What metrics call what moves pods through the queue, and is no event that plugins hear of. */
export const MOVES = {
  /** A pod without a node is new. */
  added: "UnschedulablePodAdd",
  /** A pod without a node has changed. */
  changed: "UnschedulablePodUpdate",
  /** An attempt found no node. */
  failed: "ScheduleAttemptFailure",
  /** Its rest is over. */
  rested: "BackoffComplete",
  /** It is tried before its rest is over, as nobody else is ready. */
  early: "PopFromBackoffQ",
} as const;

/** Nobody has to ask a plugin: the pods are tried again. */
export const FLUSHED: ClusterEvent = {
  resource: "*",
  action: ACTION.all,
  label: "UnschedulableTimeout",
};
/** A pod is to be tried again, whatever turned it down. */
export const ACTIVATED: ClusterEvent = {
  resource: "*",
  action: ACTION.all,
  label: "ForceActivate",
};

/** Whether a pod that a plugin turned down is worth another try. */
export type Hint = (pod: PendingPod, before: unknown, after: unknown) => "Queue" | "Skip";

/** What a plugin wants to hear of, for pods that it turned down. */
export interface EventInterest {
  readonly resource: EventResource;
  /** Bits of {@link ACTION}. */
  readonly action: number;
  /**
   * Asked with what changed, as it was and as it is: pods as `PodInfo`, nodes as `NodeView`, others as their
   * objects. Undefined `before`: it is new; undefined `after`: it is gone. Default: always another try.
   */
  readonly hint?: Hint;
}

/** Whether an event is of those that a plugin wants to hear of. */
export function isOfInterest(interest: EventInterest, event: ClusterEvent): boolean {
  return (interest.resource === event.resource || interest.resource === "*") &&
    (interest.action & event.action) !== 0;
}

/** Whether it is an event that no plugin is asked about. */
export function isForAll({ resource }: ClusterEvent): boolean {
  return resource === "*";
}
