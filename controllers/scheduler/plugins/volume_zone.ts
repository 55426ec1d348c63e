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
  const placesOf = (pod: PendingPod): Place[] =>
    claimsOf(pod).flatMap(({ name }) => {
      const claim = volumes.claim(pod.namespace, name);
      const labels = claim && volumes.volume(claim.volumeName)?.labels;
      if (labels === undefined) return [];
      return keys.flatMap((key): Place[] =>
        Object.hasOwn(labels, key) ? [[key, new Set(labels[key]!.split(SEPARATOR))]] : []
      );
    });
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
