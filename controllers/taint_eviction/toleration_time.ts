/**
 * For how long pods bear taints.
 *
 * @module
 */

import type { coreV1 } from "../../toolkit/mod.ts";
import { tolerates } from "../../toolkit/pods/tolerations.ts";

/**
 * For how many milliseconds a pod bears all of the taints: the shortest time of the tolerations that count, which
 * for each taint is the first one of it. Infinity: for ever; undefined: one of the taints is not borne at all.
 */
export function tolerationTime(
  taints: readonly coreV1.Taint[],
  tolerations: readonly coreV1.Toleration[],
): number | undefined {
  let shortest = Infinity;
  for (const taint of taints) {
    const used = tolerations.find((one) => tolerates(one, taint));
    if (used === undefined) return undefined;
    const { tolerationSeconds } = used;
    // It may be negative, which is no time at all.
    if (tolerationSeconds !== undefined) {
      shortest = Math.min(shortest, Math.max(0, Number(tolerationSeconds) * 1000));
    }
  }
  return shortest;
}
