/**
 * How a pod is treated when a node runs short: by what its containers ask for and are held to.
 *
 * @module
 */

import type {
  PodQOSClass,
  PodSpec,
  ResourceRequirements,
} from "../../../../toolkit/api/core_v1.ts";
import { Quantity } from "../../../../toolkit/values/mod.ts";

const COUNTED = ["cpu", "memory"] as const;

/** The class of a pod whose defaults are set. */
export function qosClassOf(spec: PodSpec): PodQOSClass {
  const all = spec.resources !== undefined
    ? [spec.resources]
    : [...spec.containers ?? [], ...spec.initContainers ?? []].map(({ resources }) => resources);
  if (!all.some((resources) => resources !== undefined && asksForAny(resources))) {
    return "BestEffort";
  }
  return all.every((resources) => resources !== undefined && isExact(resources))
    ? "Guaranteed"
    : "Burstable";
}

function asksForAny({ limits, requests }: ResourceRequirements): boolean {
  return COUNTED.some((name) => isPositive(limits?.[name]) || isPositive(requests?.[name]));
}

function isPositive(amount: string | undefined): boolean {
  return amount !== undefined && Quantity.parse(amount).sign > 0;
}

/** Whether it gets all that it may ever use. */
function isExact({ limits, requests }: ResourceRequirements): boolean {
  return COUNTED.every((name) => {
    const limit = limits?.[name];
    const request = requests?.[name] ?? limit;
    if (limit === undefined || request === undefined || !isPositive(limit)) return false;
    return limit === request || Quantity.parse(limit).equals(Quantity.parse(request));
  });
}
