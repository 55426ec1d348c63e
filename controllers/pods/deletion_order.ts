/**
 * Which pods go first when there are too many.
 *
 * @module
 */

import type { Names } from "../../toolkit/names.ts";
import type { PodView } from "./pod_view.ts";

/** What the order depends on besides the pods. */
export interface DeletionOrderOptions {
  readonly names: Names;
  readonly nowMs: number;
  /** Active pods of related parents on a pod's node. Default: 0 everywhere. */
  readonly onSameNode?: (pod: PodView) => number;
}

/** Less than 0 where the first is to go before the other. */
export type PodOrder = (one: PodView, other: PodView) => number;

/** Times of pods: the later one goes first, and one that is not known before all. */
type TimeOrder = (
  one: number | undefined,
  other: number | undefined,
  pods: readonly [PodView, PodView],
) => number;

const PHASES: Readonly<Record<string, number>> = { Pending: 0, Unknown: 1, Running: 2 };
const COST = /^(-\d+|[1-9]\d*|0)$/;
const MOST_COST = 2 ** 31;

/**
 * Unassigned ones go first, then those that have not begun, are not ready, cost less, stand closer together,
 * were ready for a shorter time, began again more often, and are younger. Times count by the magnitude of
 * their age alone; what is alike by that goes by its uid, so that not always the youngest go.
 */
export function deletionOrder(
  { names, nowMs, onSameNode = () => 0 }: DeletionOrderOptions,
): PodOrder {
  const annotation = `controller.${names.domain}/pod-deletion-cost`;
  const costOf = ({ annotations }: PodView) => {
    const text = annotations[annotation] ?? "";
    const cost = COST.test(text) ? Number(text) : 0;
    return cost >= -MOST_COST && cost < MOST_COST ? cost : 0;
  };
  const byMagnitude: TimeOrder = (one, other, [first, second]) => {
    if (one === other || one === undefined || other === undefined) {
      return laterFirst(one, other, [first, second]);
    }
    return magnitude(nowMs - one) - magnitude(nowMs - other) || (first.uid < second.uid ? -1 : 1);
  };
  return ordered(byMagnitude, [
    (one, other) => costOf(one) - costOf(other),
    (one, other) => onSameNode(other) - onSameNode(one),
  ]);
}

const laterFirst: TimeOrder = (one, other) => {
  if (one === other) return 0;
  return (other ?? Infinity) > (one ?? Infinity) ? 1 : -1;
};

/** The same without costs and neighbours, and by exact times. */
export const plainDeletionOrder: PodOrder = ordered(laterFirst, []);

function ordered(byTime: TimeOrder, further: readonly PodOrder[]): PodOrder {
  const steps: readonly PodOrder[] = [
    (one, other) => Number(one.nodeName !== "") - Number(other.nodeName !== ""),
    (one, other) => (PHASES[one.phase] ?? 0) - (PHASES[other.phase] ?? 0),
    (one, other) => Number(one.isReady) - Number(other.isReady),
    ...further,
    (one, other) =>
      one.isReady && other.isReady ? byTime(one.readySinceMs, other.readySinceMs, [one, other]) : 0,
    (one, other) => other.restarts[0] - one.restarts[0],
    (one, other) => other.restarts[1] - one.restarts[1],
    (one, other) => byTime(one.createdMs, other.createdMs, [one, other]),
  ];
  return (one, other) => {
    for (const step of steps) {
      const found = step(one, other);
      if (found !== 0) return found;
    }
    return 0;
  };
}

/** Of an age in milliseconds: what a logarithm leaves of its nanoseconds. */
function magnitude(ageMs: number): number {
  return ageMs <= 0 ? -1 : Math.floor(Math.log2(ageMs * 1e6));
}
