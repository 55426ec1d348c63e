/**
 * What pods request of a resource.
 *
 * @module
 */

import type { coreV1, ObjectOf, Pod } from "../../toolkit/mod.ts";
import { amountsOfPod } from "../../toolkit/quota/pod_amounts.ts";
import { parseQuantity } from "../../toolkit/values/mod.ts";
import { toInt64 } from "./int64.ts";

/** What is kept of a pod to find its requests. It is shared: do not change it. */
export interface PodRequests {
  readonly name: string;
  /** Of the pod as a whole, in thousandths, where it says them itself. */
  readonly whole: ReadonlyMap<string, bigint> | undefined;
  /** Of those that run as long as the pod. */
  readonly containers: readonly ContainerRequests[];
}

interface ContainerRequests {
  readonly name: string;
  readonly requests: coreV1.ResourceList;
}

/** The requests of a pod. */
export function podRequestsOf(pod: ObjectOf<typeof Pod>): PodRequests {
  const { metadata: { name }, spec } = pod;
  const staying = spec.initContainers?.filter((one) => one.restartPolicy === "Always") ?? [];
  const saysItself = Object.keys(spec.resources?.requests ?? {}).some((resource) =>
    resource === "cpu" || resource === "memory" || resource.startsWith("hugepages-")
  );
  const whole = () =>
    new Map(
      [...amountsOfPod(pod, "requests")].map(([resource, amount]) => [
        resource,
        toInt64(amount.milliValue()),
      ]),
    );
  return {
    name,
    whole: saysItself ? whole() : undefined,
    containers: [...spec.containers, ...staying].map(({ name, resources }) => ({
      name,
      requests: resources?.requests ?? {},
    })),
  };
}

/**
 * What a pod requests of a resource, or one container of it (`container` not ""), in thousandths. Throws where it
 * doesn't say, as nothing can be compared with that.
 */
export function requestOf(pod: PodRequests, resource: string, container: string): bigint {
  if (container === "" && pod.whole !== undefined) {
    const amount = pod.whole.get(resource);
    if (amount !== undefined) return amount;
    throw new Error(`missing pod-level request for ${resource} in Pod ${pod.name}`);
  }
  const asked = pod.containers.filter(({ name }) => container === "" || name === container);
  if (asked.length === 0 && container !== "") {
    throw new Error(`container ${container} not found in Pod ${pod.name}`);
  }
  let sum = 0n;
  for (const { name, requests } of asked) {
    const amount = Object.hasOwn(requests, resource) ? requests[resource] : undefined;
    if (amount === undefined) {
      throw new Error(`missing request for ${resource} in container ${name} of Pod ${pod.name}`);
    }
    sum += parseQuantity(String(amount)).milliValue();
  }
  return toInt64(sum);
}
