/**
 * Some volumes are for one node, or for one pod, at a time.
 *
 * @module
 */

import type { coreV1 } from "../../../toolkit/mod.ts";
import {
  ACTION,
  type Clonable,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  StateKey,
  unresolvable,
  unschedulable,
} from "../framework/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { whenOwnClaim } from "./own_claim.ts";
import { claimsOf, volumesOf } from "../volumes/volumes.ts";

const NO_DISK = unschedulable("node(s) had no available disk");
const IN_USE = unschedulable(
  "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already " +
    "in-use by another pod",
);

/** Claims that are for one pod alone, and how many other pods use them. */
class Exclusive implements Clonable<Exclusive> {
  constructor(readonly claims: ReadonlySet<string>, public users: number) {}

  clone(): Exclusive {
    return new Exclusive(this.claims, this.users);
  }

  count(namespace: string, other: PodInfo, sign: 1 | -1): void {
    if (other.namespace !== namespace) return;
    for (const { name } of claimsOf(other)) if (this.claims.has(name)) this.users += sign;
  }
}

const EXCLUSIVE = new StateKey<Exclusive>("VolumeRestrictions");

/** Makes the plugin. */
export function volumeRestrictions(handle: SchedulerHandle): Plugin {
  const volumes = volumesOf(handle);
  return {
    name: "VolumeRestrictions",
    events: [
      {
        resource: "Pod",
        action: ACTION.delete,
        hint(pod, before) {
          const other = before as PodInfo;
          if (other.namespace !== pod.namespace) return "Skip";
          const ours = new Set(claimsOf(pod).map(({ name }) => name));
          return disksConflict(pod, other) || claimsOf(other).some(({ name }) => ours.has(name))
            ? "Queue"
            : "Skip";
        },
      },
      { resource: "Node", action: ACTION.add },
      { resource: "PersistentVolumeClaim", action: ACTION.add, hint: whenOwnClaim },
    ],
    preFilter(cycle, pod, snapshot) {
      const exclusive = new Set<string>();
      for (const { name, isEphemeral } of claimsOf(pod)) {
        // One that is made for the pod is for no other.
        if (isEphemeral) continue;
        const claim = volumes.claim(pod.namespace, name);
        if (claim === undefined) return unresolvable(`persistentvolumeclaim "${name}" not found`);
        if (claim.modes.includes("ReadWriteOncePod")) exclusive.add(name);
      }
      if (exclusive.size === 0 && !pod.volumes.some(isDisk)) return SKIP;
      const state = new Exclusive(exclusive, 0);
      if (exclusive.size > 0) {
        for (const { pods } of snapshot.nodes) {
          for (const other of pods) {
            if (other.volumes.length > 0) state.count(pod.namespace, other, 1);
          }
        }
      }
      cycle.set(EXCLUSIVE, state);
      return undefined;
    },
    addPod: (cycle, pod, other) => cycle.get(EXCLUSIVE)?.count(pod.namespace, other, 1),
    removePod: (cycle, pod, other) => cycle.get(EXCLUSIVE)?.count(pod.namespace, other, -1),
    filter(cycle, pod, { pods }) {
      if (pods.some((other) => other.volumes.length > 0 && disksConflict(pod, other))) {
        return NO_DISK;
      }
      return cycle.get(EXCLUSIVE)!.users > 0 ? IN_USE : undefined;
    },
  };
}

function isDisk({ gcePersistentDisk, awsElasticBlockStore, rbd, iscsi }: coreV1.Volume): boolean {
  return Boolean(gcePersistentDisk ?? awsElasticBlockStore ?? rbd ?? iscsi);
}

function disksConflict(pod: PendingPod, other: PodInfo): boolean {
  return pod.volumes.some((one) =>
    isDisk(one) && other.volumes.some((two) => isDisk(two) && diskConflicts(one, two))
  );
}

function diskConflicts(one: coreV1.Volume, two: coreV1.Volume): boolean {
  const { gcePersistentDisk: disk, awsElasticBlockStore: store, rbd, iscsi } = one;
  if (disk && disk.pdName === two.gcePersistentDisk?.pdName) {
    return !(disk.readOnly && two.gcePersistentDisk.readOnly);
  }
  if (store && store.volumeID === two.awsElasticBlockStore?.volumeID) return true;
  if (iscsi && iscsi.iqn === two.iscsi?.iqn) return !(iscsi.readOnly && two.iscsi.readOnly);
  if (!rbd || !two.rbd || rbd.image !== two.rbd.image) return false;
  const isSame = (rbd.pool || "rbd") === (two.rbd.pool || "rbd") &&
    (rbd.monitors ?? []).some((monitor) => (two.rbd!.monitors ?? []).includes(monitor));
  return isSame && !(rbd.readOnly && two.rbd.readOnly);
}
