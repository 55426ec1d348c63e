/**
 * The volume that fits a claim best.
 *
 * @module
 */

import type { SelectableNode } from "../../../toolkit/pods/node_selection.ts";
import type { ClaimView, VolumeView } from "./volume_views.ts";

/**
 * The smallest volume of a class that is free, large enough, and can be reached from a node. Where one names the claim
 * already it is that one or, from where it can't be reached, none. `taken`: names of volumes that
 * other claims of the same pod get.
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
      if (!isFor(volume.claim, claim)) continue;
      return isReachable ? volume : undefined;
    }
    if (volume.phase !== "Available" || !isReachable) continue;
    if (!claim.modes.every((mode) => volume.modes.includes(mode))) continue;
    if (claim.selector !== undefined && !claim.selector.matches(volume.labels)) continue;
    if (best === undefined || volume.bytes < best.bytes) best = volume;
  }
  return best;
}

function isSuitable(volume: VolumeView, claim: ClaimView): boolean {
  return volume.bytes >= claim.bytes && volume.className === claim.className &&
    volume.volumeMode === claim.volumeMode && volume.attributesClass === claim.attributesClass;
}

/** Whether a volume names a claim; where it says no uid, whatever claim has the name. */
function isFor(
  { namespace, name, uid }: NonNullable<VolumeView["claim"]>,
  claim: ClaimView,
): boolean {
  return namespace === claim.namespace && name === claim.name && (!uid || uid === claim.uid);
}
