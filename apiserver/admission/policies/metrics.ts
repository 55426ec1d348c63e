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
    help: "Validation admission policy check total, labeled by policy and further identified by " +
      "binding and enforcement action taken.",
    labels: VALIDATION_LABELS,
    stability: "BETA",
  });
  const validationSeconds = registry.histogram({
    name: "apiserver_validating_admission_policy_check_duration_seconds",
    help:
      "Validation admission latency for individual validation expressions in seconds, labeled " +
      "by policy and further including binding and enforcement action taken.",
    labels: VALIDATION_LABELS,
    stability: "BETA",
    buckets: SECONDS,
  });
  const mutations = registry.counter({
    name: "apiserver_mutating_admission_policy_check_total",
    help: "Mutation admission policy check total, labeled by policy and further identified by " +
      "binding.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const mutationSeconds = registry.histogram({
    name: "apiserver_mutating_admission_policy_check_duration_seconds",
    help: "Mutation admission latency for individual mutation expressions in seconds, labeled by " +
      "policy and binding.",
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
