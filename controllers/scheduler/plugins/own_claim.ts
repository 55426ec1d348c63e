/**
 * Whether a change is one of a claim of the pod that waits.
 *
 * @module
 */

import type { Hint } from "../framework/mod.ts";
import { claimsOf } from "../volumes/volumes.ts";

/** What helps a pod that was turned down for its claims: a change of one of these. */
export const whenOwnClaim: Hint = (pod, before, after) => {
  const { metadata } = (after ?? before) as { metadata: { namespace: string; name: string } };
  return metadata.namespace === pod.namespace &&
      claimsOf(pod).some(({ name }) => name === metadata.name)
    ? "Queue"
    : "Skip";
};
