/**
 * What is counted of devices that pods are given.
 *
 * @module
 */

import { exponentialBuckets } from "../../../toolkit/metrics/buckets.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import { conditioned, type ReadinessOutcome } from "./binding_conditions.ts";
import type { ClaimView } from "./claim_views.ts";

/** Claims that are made, and how long it is waited for devices. */
export type DeviceMetrics = ReturnType<typeof deviceMetrics>;

/** Declares them. */
export function deviceMetrics(registry: Registry) {
  const made = registry.counter({
    name: "scheduler_resourceclaim_creates_total",
    help:
      "Claims that were to be made for resources that are devices on a node, by whether they were.",
    labels: ["status"],
  });
  const labels = ["profile", "driver", "status"] as const;
  const allocations = registry.counter({
    name: "scheduler_dra_bindingconditions_allocations_total",
    help: "Devices that had to be made ready, in attempts that came to that, by how it ended.",
    labels,
  });
  const waits = registry.histogram({
    name: "scheduler_dra_bindingconditions_wait_duration_seconds",
    help: "How long it was waited until devices were ready, for each device of the claims.",
    labels,
    buckets: exponentialBuckets(0.1, 2, 14),
  });
  return {
    /** A claim was to be made. */
    claimMade(status: "success" | "failure"): void {
      made.with({ status }).inc();
    },
    /** It was waited for the devices of a pod's claims. */
    waited(
      profile: string,
      claims: readonly ClaimView[],
      status: ReadinessOutcome,
      ms: number,
    ): void {
      for (const claim of claims) {
        for (const { driver } of claim.allocation?.devices?.results ?? []) {
          waits.with({ profile, driver, status }).observe(ms / 1000);
        }
        for (const { driver } of conditioned(claim)) {
          allocations.with({ profile, driver, status }).inc();
        }
      }
    },
  };
}
