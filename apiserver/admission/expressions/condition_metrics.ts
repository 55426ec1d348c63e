/**
 * The metrics of match conditions, under the reference's names.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";
import type { Operation } from "../admission.ts";
import type { Verdict } from "./conditions.ts";

/** Whose conditions they are, and what they were asked about. */
export interface ConditionLabels {
  /** The name of the webhook or the policy. */
  readonly name: string;
  readonly kind: "webhook" | "policy";
  readonly type: "admit" | "validate";
  readonly operation: Operation;
}

/** What is measured of match conditions. */
export interface ConditionMetrics {
  /** Measures `run`, which finds out whether conditions hold. */
  measure(labels: ConditionLabels, clock: Clock, run: () => Promise<Verdict>): Promise<Verdict>;
  /** A webhook was not asked because of them. */
  excluded(labels: ConditionLabels): void;
}

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
const LABELS = ["name", "kind", "type", "operation"] as const;

/** The metrics of match conditions: many count in them. */
export function conditionMetrics(registry: Registry): ConditionMetrics {
  const excluded = registry.counter({
    name: "apiserver_admission_match_condition_exclusions_total",
    help: "Admission match condition evaluation exclusions count, identified by name of resource " +
      "containing the match condition.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const failed = registry.counter({
    name: "apiserver_admission_match_condition_evaluation_errors_total",
    help: "Admission match condition evaluation errors count, identified by name of resource " +
      "containing the match condition.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const durations = registry.histogram({
    name: "apiserver_admission_match_condition_evaluation_seconds",
    help: "Admission match condition evaluation time in seconds, identified by name.",
    labels: LABELS,
    stability: "ALPHA",
    buckets: SECONDS,
  });
  return {
    async measure(labels, clock, run) {
      const startedMs = clock.monotonic();
      const verdict = await run();
      durations.with({ ...labels }).observe((clock.monotonic() - startedMs) / 1000);
      if (verdict.failed > 0) failed.with({ ...labels }).inc(verdict.failed);
      return verdict;
    },
    excluded: (labels) => excluded.with({ ...labels }).inc(),
  };
}
