/**
 * A pod goes to the zones that its volumes are labelled with.
 *
 * @module
 */

import type { NodeView } from "../cluster/node_info.ts";
import {
  ACTION,
  type Plugin,
  type SchedulerHandle,
  SKIP,
  StateKey,
  type Status,
  unresolvable,
} from "../framework/mod.ts";
import type { PendingPod } from "../pod/pod_info.ts";
import { whenOwnClaim } from "./own_claim.ts";
import { claimsOf, volumesOf } from "../volumes/volumes.ts";

const ELSEWHERE = unresolvable("node(s) had no available volume zone");
/** Between several zones of one volume. */
const SEPARATOR = "__";

/** A label that a node has to have, with one of these values. */
type Place = readonly [key: string, values: ReadonlySet<string>];

const PLACES = new StateKey<readonly Place[]>("VolumeZone");

/** Makes the plugin. */
export function volumeZone(handle: SchedulerHandle): Plugin {
  const volumes = volumesOf(handle);
  const { labelZone, labelRegion, labelOldZone, labelOldRegion } = handle.client.names;
  const keys = [labelOldZone, labelOldRegion, labelZone, labelRegion];
  const newer = new Map([[labelOldZone, labelZone], [labelOldRegion, labelRegion]]);
  /** The places of the volumes of a pod, or why one of them has none. */
  const placesOf = (pod: PendingPod): Place[] | Status => {
    const places: Place[] = [];
    for (const { name, isEphemeral } of claimsOf(pod)) {
      const { volumeName = "" } = volumes.claim(pod.namespace, name) ?? {};
      // Of one that is made for the pod, its own demands on nodes say enough.
      if (volumeName === "" || isEphemeral) continue;
      const volume = volumes.volume(volumeName);
      if (volume === undefined) return unresolvable(`persistentvolume "${volumeName}" not found`);
      for (const key of keys) {
        const zones = volume.labels[key];
        if (zones !== undefined) places.push([key, new Set(zones.split(SEPARATOR))]);
      }
    }
    return places;
  };
  const isIn = ({ labels }: NodeView, [key, values]: Place) => {
    const value = labels[key] ?? labels[newer.get(key) ?? key];
    return value !== undefined && values.has(value);
  };
  return {
    name: "VolumeZone",
    events: [
      { resource: "StorageClass", action: ACTION.add },
      { resource: "Node", action: ACTION.add | ACTION.nodeLabel },
      { resource: "PersistentVolumeClaim", action: ACTION.add | ACTION.update, hint: whenOwnClaim },
      { resource: "PersistentVolume", action: ACTION.add | ACTION.update },
    ],
    preFilter(cycle, pod) {
      const places = placesOf(pod);
      if ("code" in places) return places;
      if (places.length === 0) return SKIP;
      cycle.set(PLACES, places);
      return undefined;
    },
    filter(cycle, _, { node }) {
      // A node that says nothing of zones is in a cluster without them.
      if (!keys.some((key) => Object.hasOwn(node.labels, key))) return undefined;
      return cycle.get(PLACES)!.every((place) => isIn(node, place)) ? undefined : ELSEWHERE;
    },
  };
}
