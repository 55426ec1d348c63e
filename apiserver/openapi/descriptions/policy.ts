/**
 * Disruption budgets, and evictions that keep to them.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of pod disruption budgets and evictions. */
export const POLICY: Words = {
  PodDisruptionBudget: [
    "Bounds how many of some pods may be evicted at once, as by the draining of nodes. Crashes " +
    "and deletions are not held back, but count.",
  ],
  PodDisruptionBudgetSpec: ["Which pods, and how many. Either minAvailable or maxUnavailable.", {
    minAvailable: "How many pods must be left: a number, or a percentage of all, rounded up.",
    selector: "The pods of the namespace that it is about. Empty: all; left out: none.",
    maxUnavailable: "How many pods may be missing: a number, or a percentage of all, rounded up. " +
      "The pods need a controller that says how many there should be.",
    unhealthyPodEvictionPolicy: "When pods that run but are not ready may be evicted: " +
      "IfHealthyBudget (the default) only if enough others are ready, AlwaysAllow always.",
  }],
  PodDisruptionBudgetStatus: ["How many pods may be evicted now.", {
    disruptedPods: "Pods that were evicted but have not gone yet, with the time of the eviction.",
    disruptionsAllowed: "How many pods may be evicted now.",
    currentHealthy: "How many pods are ready.",
    desiredHealthy: "How many pods have to be ready.",
    expectedPods: "How many pods there should be.",
    conditions: "Whether evictions are allowed, and if not, why.",
  }],
  Eviction: [
    "Deletes a pod if its disruption budgets allow it: created at the pod's subresource " +
    "eviction. The answer is 429 when they don't for now.",
    { deleteOptions: "How to delete the pod." },
  ],
};
