/**
 * How far a number of replicas may go in one step.
 *
 * @module
 */

import type { autoscalingV2 } from "../../toolkit/mod.ts";
import { toInt32 } from "./int64.ts";

/** A number of replicas, and what held it back. */
export interface Limited {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

/** The numbers that a limit is made of. */
export interface Bounds {
  readonly current: number;
  readonly desired: number;
  readonly min: number;
  readonly max: number;
}

/** How many replicas were added and removed in the last so many seconds. */
export type ChangeWithin = (periodSeconds: number) => {
  readonly added: number;
  readonly removed: number;
};

/** Where nothing else is said, one step doubles the replicas at most, or makes them as many as this. */
const MOST_AT_ONCE = 4;

const message = (direction: string) =>
  `the desired replica count is ${direction} faster than the maximum scale rate`;
const UP_LIMIT = { reason: "ScaleUpLimit", message: message("increasing") };
const DOWN_LIMIT = { reason: "ScaleDownLimit", message: message("decreasing") };
const TOO_MANY = {
  reason: "TooManyReplicas",
  message: "the desired replica count is more than the maximum replica count",
};
const TOO_FEW = {
  reason: "TooFewReplicas",
  message: "the desired replica count is less than the minimum replica count",
};
const WITHIN = {
  reason: "DesiredWithinRange",
  message: "the desired count is within the acceptable range",
};

/** Within the bounds, and not more than twice as many. */
export function limitReplicas({ current, desired, min, max }: Bounds): Limited {
  const most = Math.max(2 * current, MOST_AT_ONCE);
  if (desired < min) return { replicas: min, ...TOO_FEW };
  if (desired > Math.min(most, max)) {
    return max > most ? { replicas: most, ...UP_LIMIT } : { replicas: max, ...TOO_MANY };
  }
  return { replicas: desired, ...WITHIN };
}

/** Within the bounds, and not faster than rules let it go. */
export function limitByRules(
  { current, desired, min, max }: Bounds,
  { scaleUp, scaleDown }: autoscalingV2.HorizontalPodAutoscalerBehavior,
  changed: ChangeWithin,
): Limited {
  if (desired > current) {
    const most = Math.max(current, furthest(current, scaleUp, changed, UP));
    if (desired > Math.min(most, max)) {
      return max > most ? { replicas: most, ...UP_LIMIT } : { replicas: max, ...TOO_MANY };
    }
  } else if (desired < current) {
    const least = Math.min(current, furthest(current, scaleDown, changed, DOWN));
    if (desired < Math.max(least, min)) {
      return min < least ? { replicas: least, ...DOWN_LIMIT } : { replicas: min, ...TOO_FEW };
    }
  }
  return { replicas: desired, ...WITHIN };
}

/** One of two directions. */
interface Direction {
  /** As many pods more, or fewer. */
  pods(replicas: number, by: number): number;
  /** As many percent more, or fewer. */
  percent(replicas: number, by: number): number;
  furthest(...replicas: number[]): number;
  nearest(...replicas: number[]): number;
}

const UP: Direction = {
  pods: (replicas, by) => replicas + by,
  // Rounded up: else a few pods would never become more.
  percent: (replicas, by) => Math.ceil(replicas * (1 + by / 100)),
  furthest: Math.max,
  nearest: Math.min,
};
const DOWN: Direction = {
  pods: (replicas, by) => replicas - by,
  percent: (replicas, by) => Math.trunc(replicas * (1 - by / 100)),
  furthest: Math.min,
  nearest: Math.max,
};

/** As far as rules let it go, from where it was when the period of each policy began. */
function furthest(
  current: number,
  rules: autoscalingV2.HPAScalingRules | undefined,
  changed: ChangeWithin,
  direction: Direction,
): number {
  if (rules === undefined || rules.selectPolicy === "Disabled") return current;
  const proposals = (rules.policies ?? []).map(({ type, value, periodSeconds }) => {
    const { added, removed } = changed(periodSeconds);
    const start = current - added + removed;
    return type === "Pods" ? direction.pods(start, value) : direction.percent(start, value);
  });
  if (proposals.length === 0) return current;
  const chosen = rules.selectPolicy === "Min" ? direction.nearest : direction.furthest;
  return toInt32(chosen(...proposals));
}
