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
    help: "Number of requests that a webhook or policy was not asked about, as one of its match " +
      "conditions is false for them, by the webhook or policy.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const failed = registry.counter({
    name: "apiserver_admission_match_condition_evaluation_errors_total",
    help: "Number of requests for which a match condition of a webhook or policy could not be " +
      "evaluated, by the webhook or policy.",
    labels: LABELS,
    stability: "ALPHA",
  });
  const durations = registry.histogram({
    name: "apiserver_admission_match_condition_evaluation_seconds",
    help: "How long it took to evaluate the match conditions of a webhook or policy, in seconds.",
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
