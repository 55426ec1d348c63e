/**
 * From what metrics ask for to what is done: not back and forth, not too fast, not too far.
 *
 * @module
 */

import type { autoscalingV2 } from "../../toolkit/mod.ts";
import type { History } from "./history.ts";
import { type Bounds, limitByRules, type Limited, limitReplicas } from "./limits.ts";

/** Why a recommendation waits, or does not. */
export interface Stabilized {
  readonly reason: string;
  readonly message: string;
}

/** What is done, with what is said of it. */
export interface Step {
  readonly replicas: number;
  readonly stabilized: Stabilized;
  readonly limited: Limited;
  /** Whether the limit held it back. */
  readonly isLimited: boolean;
}

const READY: Stabilized = {
  reason: "ReadyForNewScale",
  message: "recommended size matches current size",
};
const held = (which: string, order: string) =>
  `recent recommendations were ${which} than current one, applying the ${order} recent recommendation`;
const DOWN: Stabilized = {
  reason: "ScaleDownStabilized",
  message: held("higher", "highest"),
};
const UP: Stabilized = { reason: "ScaleUpStabilized", message: held("lower", "lowest") };

/** The step towards what is desired. `downWindowMs`: of recommendations where rules don't say. */
export function stepTowards(
  bounds: Bounds,
  behavior: autoscalingV2.HorizontalPodAutoscalerBehavior | undefined,
  history: History,
  downWindowMs: number,
  nowMs: number,
): Step {
  const { current, desired } = bounds;
  let wanted: number;
  let limited: Limited;
  if (behavior === undefined) {
    wanted = history.highest(desired, downWindowMs, nowMs);
    limited = limitReplicas({ ...bounds, desired: wanted });
  } else {
    const upMs = (behavior.scaleUp?.stabilizationWindowSeconds ?? 0) * 1000;
    const seconds = behavior.scaleDown?.stabilizationWindowSeconds;
    const downMs = seconds === undefined ? downWindowMs : seconds * 1000;
    wanted = history.nearest(desired, current, { upMs, downMs }, nowMs);
    limited = limitByRules({ ...bounds, desired: wanted }, behavior, history.changedBefore(nowMs));
  }
  const isUp = behavior !== undefined && desired >= current;
  return {
    replicas: limited.replicas,
    stabilized: wanted === desired ? READY : isUp ? UP : DOWN,
    limited,
    isLimited: limited.replicas !== wanted,
  };
}
