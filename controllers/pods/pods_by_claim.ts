/**
 * Pods, found by the volume claims that they name.
 *
 * @module
 */

import { defineIndex, type ObjectOf, Pod } from "../../toolkit/mod.ts";

/** The claims that a pod names, by namespace and name. */
export function claimsOf(
  { metadata: { namespace = "", name }, spec }: ObjectOf<typeof Pod>,
): string[] {
  return (spec.volumes ?? []).flatMap((volume) => {
    const claim = volume.persistentVolumeClaim?.claimName ??
      (volume.ephemeral === undefined ? undefined : `${name}-${volume.name}`);
    return claim === undefined ? [] : [`${namespace}/${claim}`];
  });
}

/** Finds them. */
export const podsByClaim = defineIndex(Pod, "claim", claimsOf);
