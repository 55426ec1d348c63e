/**
 * What a pod as a whole asks for, and is held to.
 *
 * @module
 */

import type { PodSpec } from "../../../toolkit/api/core_v1.ts";
import { amountsOf, amountsOfContainers, type Side } from "../../../toolkit/quota/mod.ts";
import type { Quantity } from "../../../toolkit/values/mod.ts";

/** Of these a pod may say itself what it needs as a whole. */
const OF_PODS = new Set(["cpu", "memory"]);

/** What all containers need together. What the pod says of itself stands in its place. */
export function amountsOfPod(spec: PodSpec, side: Side): Map<string, Quantity> {
  const amounts = amountsOfContainers(spec, ({ resources }) => amountsOf(resources?.[side]));
  for (const [name, amount] of amountsOf(spec.resources?.[side])) {
    if (OF_PODS.has(name)) amounts.set(name, amount);
  }
  return amounts;
}
