/**
 * Descriptions of disruption budgets and evictions.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of pod disruption budgets and evictions. */
export const POLICY: Words = {
  PodDisruptionBudget: [
    "Limits how many pods of an application can be evicted at the same time, for example when " +
    "nodes are drained. Other failures and deletions count, but are not prevented.",
  ],
  PodDisruptionBudgetSpec: [
    "The selected pods and the limit: either minAvailable or maxUnavailable.",
    {
      minAvailable: "How many pods must remain available: a number, or a percentage of the " +
        "expected pods, rounded up.",
      selector: "Selects pods in the namespace. Empty selects all; if unset, none.",
      maxUnavailable: "How many pods may be unavailable: a number, or a percentage of the " +
        "expected pods, rounded up. The pods must have a controller with a replica count.",
      unhealthyPodEvictionPolicy: "When running pods that are not ready can be evicted: " +
        "IfHealthyBudget (the default) only if enough other pods are ready, AlwaysAllow always.",
    },
  ],
  PodDisruptionBudgetStatus: ["The observed state of a disruption budget.", {
    disruptedPods: "Pods whose eviction was accepted but that are not deleted yet, with the time " +
      "of the eviction.",
    disruptionsAllowed: "The number of pods that can be evicted now.",
    currentHealthy: "The number of ready pods.",
    desiredHealthy: "The minimum number of ready pods.",
    expectedPods: "The number of pods that should exist according to their controllers.",
    conditions: "Whether evictions are allowed, and if not, why.",
  }],
  Eviction: [
    "Evicts a pod if its disruption budgets allow it, through the pod's eviction subresource. " +
    "Otherwise the request fails with status 429 and can be retried.",
    { deleteOptions: "Options for the deletion of the pod." },
  ],
};
