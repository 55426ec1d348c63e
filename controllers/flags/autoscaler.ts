/**
 * The horizontal pod autoscaler.
 *
 * @module
 */

import { checked, flag, float, group, works } from "../../toolkit/flags/mod.ts";
import { duration, MINUTE, SECOND } from "../../toolkit/flags/duration.ts";

/** Its periods and its tolerance. */
export const autoscalerFlags = group("Horizontal pod autoscaler", works, {
  "horizontal-pod-autoscaler-cpu-initialization-period": flag(
    duration,
    5 * MINUTE,
    "How long after a pod's start its CPU samples may be left out",
  ),
  "horizontal-pod-autoscaler-downscale-stabilization": flag(
    duration,
    5 * MINUTE,
    "How far back to look for the highest recommendation before scaling down",
  ),
  "horizontal-pod-autoscaler-initial-readiness-delay": flag(
    duration,
    30 * SECOND,
    "How long after a pod's start a change of its readiness counts as its first",
  ),
  "horizontal-pod-autoscaler-sync-period": flag(
    checked(duration, (value) => value <= 0 ? "must be positive" : undefined),
    15 * SECOND,
    "How often the number of pods is computed",
  ),
  "horizontal-pod-autoscaler-tolerance": flag(
    checked(float, (value) => value < 0 ? "must not be negative" : undefined),
    0.1,
    "How far from 1 the ratio of the current to the wanted value of a metric must be before scaling",
  ),
});
