/**
 * How far from its target a metric may be.
 *
 * @module
 */

import type { autoscalingV2 } from "../../toolkit/mod.ts";
import { parseQuantity } from "../../toolkit/values/mod.ts";

/** How far from 1 a ratio may be, downwards and upwards. */
export interface Tolerances {
  readonly down: number;
  readonly up: number;
}

/** Those of an autoscaler: its own, else those of all. */
export function tolerancesOf(
  behavior: autoscalingV2.HorizontalPodAutoscalerBehavior | undefined,
  ofAll: number,
): Tolerances {
  const read = (rules: autoscalingV2.HPAScalingRules | undefined) =>
    rules?.tolerance === undefined ? ofAll : parseQuantity(String(rules.tolerance)).toNumber();
  return { down: read(behavior?.scaleDown), up: read(behavior?.scaleUp) };
}

/** Whether a ratio is so near to 1 that nothing is to be done. */
export function isWithin({ down, up }: Tolerances, ratio: number): boolean {
  return 1 - down <= ratio && ratio <= 1 + up;
}
