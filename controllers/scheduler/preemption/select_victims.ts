/**
 * Whose going would make room on a node.
 *
 * @module
 */

import type { NodeInfo } from "../cluster/node_info.ts";
import {
  type CycleState,
  type SchedulerHandle,
  type Status,
  unresolvable,
  type Victims,
} from "../framework/mod.ts";
import type { PendingPod, PodInfo } from "../pod/pod_info.ts";
import { type BudgetsOf, partByBudgets } from "./disruption_budgets.ts";

const NO_VICTIMS = unresolvable("No preemption victims found for incoming pod");

type Filters = Pick<SchedulerHandle, "filterWithNominated" | "addPod" | "removePod">;

/**
 * As few pods of a node as have to go for another one: all that are less important go, and those that need not
 * come back, the most important first, and before the others those that a budget would keep. A status: it
 * would not help. `cycle` is changed.
 */
export function selectVictims(
  cycle: CycleState,
  pod: PendingPod,
  node: NodeInfo,
  budgetsOf: BudgetsOf,
  nowMs: number,
  filters: Filters,
): Victims | Status {
  const lesser = node.pods.filter(({ priority }) => priority < pod.priority);
  if (lesser.length === 0) return NO_VICTIMS;
  let left = node;
  const take = (one: PodInfo) => {
    left = left.withoutPod(one.uid);
    filters.removePod(cycle, pod, one, left);
  };
  for (const one of lesser) take(one);
  const rejection = filters.filterWithNominated(cycle, pod, left);
  if (rejection !== undefined) return rejection.status;
  const order = importance(nowMs);
  const { kept, free } = partByBudgets(lesser.toSorted(order), budgetsOf);
  const victims: PodInfo[] = [];
  let violations = 0;
  for (const one of [...kept, ...free]) {
    left = left.withPod(one);
    filters.addPod(cycle, pod, one, left);
    if (filters.filterWithNominated(cycle, pod, left) === undefined) continue;
    take(one);
    victims.push(one);
    if (kept.includes(one)) violations++;
  }
  return { pods: victims.toSorted(order), violations };
}

/** The more important pod first: by priority, then by how long it has run; one that has not begins now. */
function importance(nowMs: number): (one: PodInfo, other: PodInfo) => number {
  return (one, other) =>
    other.priority - one.priority || (one.startMs ?? nowMs) - (other.startMs ?? nowMs);
}

/** Whether these are victims, and not a status. */
export function areVictims(answer: Victims | Status): answer is Victims {
  return "pods" in answer;
}
