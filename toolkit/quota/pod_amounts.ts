/**
 * What a pod as a whole asks for, and is held to.
 *
 * @module
 */

import type {
  Container,
  ContainerStatus,
  Pod,
  PodSpec,
  PodStatus,
  ResourceList,
} from "../api/core_v1.ts";
import type { Quantity } from "../values/mod.ts";
import { addAmounts, type Amounts, amountsOf, keepLarger } from "./amounts.ts";

/** What is looked at of a container's resources. */
export type Side = "requests" | "limits";

/**
 * What all containers of a pod need together, at the time when that is most: those that start it run one
 * after another, and those of them that stay run beside all that follow. `of`: what one needs.
 */
export function amountsOfContainers(
  { containers, initContainers }: Partial<PodSpec>,
  of: (container: Container) => Amounts,
): Map<string, Quantity> {
  const running = new Map<string, Quantity>();
  const staying = new Map<string, Quantity>();
  const starting = new Map<string, Quantity>();
  for (const container of containers ?? []) addAmounts(running, of(container));
  for (const container of initContainers ?? []) {
    const own = of(container);
    const stays = staysOn(container);
    if (stays) {
      addAmounts(running, own);
      addAmounts(staying, own);
    }
    // What it does not need itself is needed by those that stay, and was looked at when they came.
    for (const [name, amount] of own) {
      const together = staying.get(name);
      const then = together === undefined ? amount : stays ? together : amount.add(together);
      const before = starting.get(name);
      if (before === undefined || then.compare(before) > 0) starting.set(name, then);
    }
  }
  keepLarger(running, starting);
  return running;
}

/**
 * What a pod needs. While a container is being resized that is the larger of what it has and what it
 * shall have. What the pod says of itself as a whole stands in the place of its containers' words, and
 * what its runtime costs is added.
 */
export function amountsOfPod({ spec, status }: Pod, side: Side): Map<string, Quantity> {
  const amounts = amountsOfContainers(spec ?? {}, amountsInEffect(spec, status, side));
  for (const [name, amount] of amountsOf(spec?.resources?.[side])) {
    if (isOfPods(name)) amounts.set(name, amount);
  }
  for (const [name, amount] of amountsOf(spec?.overhead)) {
    const before = amounts.get(name);
    // What is not limited is not limited by its runtime either.
    if (side === "limits" && (before === undefined || before.isZero)) continue;
    amounts.set(name, before?.add(amount) ?? amount);
  }
  return amounts;
}

/** Whether a pod says itself what it needs as a whole. */
export function speaksForItself({ spec }: Pod): boolean {
  const { requests, limits } = spec?.resources ?? {};
  return [requests, limits].some((list) => Object.keys(list ?? {}).some(isOfPods));
}

/** Of these a pod may say itself what it needs as a whole. */
function isOfPods(name: string): boolean {
  return name === "cpu" || name === "memory" || name.startsWith("hugepages-");
}

/** Whether a container that starts the pod runs on beside the others. */
function staysOn({ restartPolicy }: Container): boolean {
  return restartPolicy === "Always";
}

/** Finds what a container needs, its node's word for it included. */
function amountsInEffect(
  spec: PodSpec | undefined,
  status: PodStatus | undefined,
  side: Side,
): (container: Container) => Amounts {
  const statuses = new Map<string, ContainerStatus>();
  for (const one of status?.containerStatuses ?? []) statuses.set(one.name, one);
  for (const one of status?.initContainerStatuses ?? []) statuses.set(one.name, one);
  // What only starts the pod is not resized.
  for (const one of spec?.initContainers ?? []) if (!staysOn(one)) statuses.delete(one.name);
  const pending = status?.conditions?.find(({ type }) => type === "PodResizePending");
  const staysAsItIs = pending?.reason === "Infeasible";
  return ({ name, resources }) => {
    const wanted = resources?.[side];
    const own = statuses.get(name);
    if (own?.resources === undefined) return amountsOf(wanted);
    const lists: (ResourceList | undefined)[] = [own.resources[side]];
    if (side === "requests") lists.push(own.allocatedResources);
    if (!staysAsItIs) lists.push(wanted);
    const larger = new Map<string, Quantity>();
    for (const list of lists) keepLarger(larger, amountsOf(list));
    return larger;
  };
}
