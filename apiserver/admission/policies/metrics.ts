/**
 * The metrics of policies, under the reference's names.
 *
 * @module
 */

import type { Registry } from "../../../toolkit/metrics/mod.ts";
import type { FailureKind } from "../expressions/mod.ts";

/** What became of a check: an enforcement action. */
export type Enforcement = "allow" | "deny" | "audit" | "warn";

/** One check of one policy. */
export interface Check {
  readonly policy: string;
  readonly binding: string;
  readonly failure: FailureKind | undefined;
  readonly seconds: number;
}

/** What is measured of policies. */
export interface PolicyMetrics {
  validated(check: Check, action: Enforcement): void;
  mutated(check: Check): void;
}

const SECONDS = [0.0000005, 0.001, 0.01, 0.1, 1];
const LABELS = ["policy", "policy_binding", "error_type"] as const;
const VALIDATION_LABELS = [...LABELS, "enforcement_action"] as const;

/** Declares the metrics. */
export function declarePolicyMetrics(registry: Registry): PolicyMetrics {
  const validations = registry.counter({
    name: "apiserver_validating_admission_policy_check_total",
    help:
      "Number of checks of requests by validating admission policies, by policy, binding, what " +
      "was done (enforcement_action) and error.",
    labels: VALIDATION_LABELS,
    stability: "BETA",
  });
  const validationSeconds = registry.histogram({
    name: "apiserver_validating_admission_policy_check_duration_seconds",
    help:
      "How long checks of requests by validating admission policies took, in seconds, by policy, " +
      "binding, what was done (enforcement_action) and error.",
    labels: VALIDATION_LABELS,
    stability: "BETA",
    buckets: SECONDS,
  });
  const mutations = registry.counter({
    name: "apiserver_mutating_admission_policy_check_total",
    help: "Number of times that mutating admission policies were applied to requests, by policy, " +
      "binding and error.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const mutationSeconds = registry.histogram({
    name: "apiserver_mutating_admission_policy_check_duration_seconds",
    help: "How long it took to apply mutating admission policies to requests, in seconds, by " +
      "policy, binding and error.",
    labels: LABELS,
    stability: "ALPHA",
    buckets: SECONDS,
  });
  return {
    validated(check, enforcement_action) {
      const labels = { ...labelsOf(check), enforcement_action };
      validations.with(labels).inc();
      validationSeconds.with(labels).observe(check.seconds);
    },
    mutated(check) {
      const labels = labelsOf(check);
      mutations.with(labels).inc();
      mutationSeconds.with(labels).observe(check.seconds);
    },
  };
}

function labelsOf({ policy, binding, failure }: Check) {
  return { policy, policy_binding: binding, error_type: failure ?? "no_error" };
}
