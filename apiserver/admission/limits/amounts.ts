/**
 * What a pod as a whole asks for, and is held to.
 *
 * @module
 */

import type { Container, PodSpec, ResourceList } from "../../../toolkit/api/core_v1.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";

/** Amounts by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;
/** What is looked at of a container's resources. */
export type Side = "requests" | "limits";

/** Of these a pod may say itself what it needs as a whole. */
const OF_PODS = new Set(["cpu", "memory"]);

/** Amounts as numbers to calculate with. */
export function amountsOf(list: ResourceList | undefined): Amounts {
  return new Map(
    Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(text)]),
  );
}

/**
 * What all containers need together, at the time when that is most: those that start the pod run one
 * after another, and those of them that stay run beside all that follow. What the pod says of itself
 * stands in its place.
 */
export function amountsOfPod(spec: PodSpec, side: Side): Amounts {
  const of = ({ resources }: Container) => amountsOf(resources?.[side]);
  const running = new Map<string, Quantity>();
  const staying = new Map<string, Quantity>();
  const starting = new Map<string, Quantity>();
  for (const container of spec.containers ?? []) add(running, of(container));
  for (const container of spec.initContainers ?? []) {
    const own = of(container);
    if (container.restartPolicy === "Always") {
      add(running, own);
      add(staying, own);
      keepMost(starting, staying);
    } else {
      const then = new Map(own);
      add(then, staying);
      keepMost(starting, then);
    }
  }
  keepMost(running, starting);
  for (const [name, amount] of amountsOf(spec.resources?.[side])) {
    if (OF_PODS.has(name)) running.set(name, amount);
  }
  return running;
}

function add(sums: Map<string, Quantity>, more: Amounts): void {
  for (const [name, amount] of more) sums.set(name, sums.get(name)?.add(amount) ?? amount);
}

function keepMost(most: Map<string, Quantity>, others: Amounts): void {
  for (const [name, amount] of others) {
    const before = most.get(name);
    if (before === undefined || amount.compare(before) > 0) most.set(name, amount);
  }
}
