/**
 * The volume that fits a claim best.
 *
 * @module
 */

import type { SelectableNode } from "../pod/node_selection.ts";
import type { ClaimView, VolumeView } from "./volume_views.ts";

/**
 * The smallest volume of a class that is free, large enough, and can be reached from a node; one that names the
 * claim already goes before all others. `taken`: names of volumes that others are about to get.
 */
export function matchingVolume(
  claim: ClaimView,
  volumes: readonly VolumeView[],
  node: SelectableNode,
  taken: ReadonlySet<string>,
): VolumeView | undefined {
  let best: VolumeView | undefined;
  for (const volume of volumes) {
    if (taken.has(volume.name) || volume.isDeleting || !isSuitable(volume, claim)) continue;
    const isReachable = volume.nodes === undefined || volume.nodes.matches(node);
    if (volume.claim !== undefined) {
      if (isFor(volume.claim, claim) && isReachable) return volume;
      continue;
    }
    if (volume.phase !== "Available" || !isReachable) continue;
    if (claim.selector !== undefined && !claim.selector.matches(volume.labels)) continue;
    if (best === undefined || isBetter(volume, best)) best = volume;
  }
  return best;
}

function isSuitable(volume: VolumeView, claim: ClaimView): boolean {
  return volume.bytes >= claim.bytes && volume.className === claim.className &&
    volume.volumeMode === claim.volumeMode && volume.attributesClass === claim.attributesClass &&
    claim.modes.every((mode) => volume.modes.includes(mode));
}

/** Whether a volume names a claim; where it says no uid, whatever claim has the name. */
function isFor(
  { namespace, name, uid }: NonNullable<VolumeView["claim"]>,
  claim: ClaimView,
): boolean {
  return namespace === claim.namespace && name === claim.name && (!uid || uid === claim.uid);
}

/** Volumes that can do less go first, then the smaller ones. */
function isBetter(one: VolumeView, other: VolumeView): boolean {
  return one.modes.length < other.modes.length ||
    (one.modes.length === other.modes.length && one.bytes < other.bytes);
}
