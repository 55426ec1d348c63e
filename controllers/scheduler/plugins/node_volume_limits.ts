/**
 * A node can have so many volumes of a driver, and no more.
 *
 * @module
 */

import { CSINode, defineIndex, VolumeAttachment } from "../../../toolkit/mod.ts";
import type { NodeInfo } from "../cluster/node_info.ts";
import {
  ACTION,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  StateKey,
  unschedulable,
} from "../framework/mod.ts";
import type { PodInfo } from "../pod/pod_info.ts";
import { claimsOf, volumesOf } from "../volumes/volumes.ts";

const TOO_MANY = unschedulable("node(s) exceed max volume count");

/** Attachments by their node. */
const byNode = defineIndex(VolumeAttachment, "node", ({ spec }) => spec?.nodeName);

/** The driver of each volume, by what it is called at the driver. */
type DriverVolumes = ReadonlyMap<string, string>;

const VOLUMES = new StateKey<DriverVolumes>("NodeVolumeLimits");

/** Makes the plugin. */
export function nodeVolumeLimits(handle: SchedulerHandle): Plugin {
  const { informers } = handle;
  const volumes = volumesOf(handle);
  const nodes = informers.of(CSINode);
  const attachments = informers.of(VolumeAttachment, [byNode]);
  const made = () => ({
    limits: nodes.lister.derive(({ spec }) =>
      new Map((spec?.drivers ?? []).map(({ name, allocatable }) => [name, allocatable?.count]))
    ),
    attached: attachments.lister.derive(({ spec }) => ({
      driver: spec?.attacher ?? "",
      volumeName: spec?.source?.persistentVolumeName ?? "",
    })),
  });
  let views: ReturnType<typeof made> | undefined;
  const volumesOfPod = ({ namespace, ...pod }: Pick<PodInfo, "namespace" | "name" | "volumes">) => {
    const all = new Map<string, string>();
    for (const { name } of claimsOf(pod)) {
      const claim = volumes.claim(namespace, name);
      if (claim === undefined) continue;
      const csi = volumes.volume(claim.volumeName)?.csi;
      if (csi !== undefined) all.set(`${csi.driver}/${csi.handle}`, csi.driver);
      else if (claim.volumeName === "") {
        // It will be made by then.
        const driver = volumes.class(claim.className)?.provisioner;
        if (driver) all.set(`${driver}/${claim.uid}`, driver);
      }
    }
    return all;
  };
  const there = ({ name, pods }: NodeInfo): Map<string, string> => {
    const all = new Map<string, string>();
    for (const pod of pods) {
      if (pod.volumes.length === 0) continue;
      for (const [id, driver] of volumesOfPod(pod)) all.set(id, driver);
    }
    for (const { driver, volumeName } of views!.attached.by(byNode, name)) {
      const csi = volumes.volume(volumeName)?.csi;
      if (csi !== undefined) all.set(`${csi.driver}/${csi.handle}`, driver);
    }
    return all;
  };
  return {
    name: "NodeVolumeLimits",
    events: [
      { resource: "CSINode", action: ACTION.add | ACTION.update },
      {
        resource: "Pod",
        action: ACTION.delete,
        hint: (_, before) => {
          const { nodeName, nominatedNodeName, volumes } = before as PodInfo;
          return volumes.length > 0 && nodeName + nominatedNodeName !== "" ? "Queue" : "Skip";
        },
      },
      { resource: "PersistentVolumeClaim", action: ACTION.add },
      { resource: "VolumeAttachment", action: ACTION.delete },
    ],
    preFilter(cycle, pod) {
      views ??= made();
      const wanted = volumesOfPod(pod);
      if (wanted.size === 0) return SKIP;
      cycle.set(VOLUMES, wanted);
      return undefined;
    },
    filter(cycle, _, node) {
      const limits = views!.limits.get(node.name);
      if (limits === undefined) return undefined;
      const wanted = cycle.get(VOLUMES)!;
      if (![...wanted.values()].some((driver) => limits.get(driver) !== undefined)) {
        return undefined;
      }
      const all = there(node);
      const added = new Map<string, number>();
      for (const [id, driver] of wanted) {
        if (!all.has(id)) added.set(driver, (added.get(driver) ?? 0) + 1);
      }
      for (const [driver, more] of added) {
        const limit = limits.get(driver);
        if (limit === undefined) continue;
        let count = 0;
        for (const of of all.values()) if (of === driver) count++;
        if (count + more > limit) return TOO_MANY;
      }
      return undefined;
    },
  };
}
