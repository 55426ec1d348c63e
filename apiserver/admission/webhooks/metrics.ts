/**
 * The metrics of webhooks, under the reference's names.
 *
 * @module
 */

import type { Registry } from "../../../toolkit/metrics/mod.ts";
import type { Operation } from "../admission.ts";
import { CallFailure, Denial } from "./failures.ts";

/** In which phase a webhook is asked. */
export type Phase = "admit" | "validating";

/** What is measured of webhooks. */
export interface WebhookMetrics {
  /** A webhook was asked; `failure` is what was thrown, if anything was. */
  asked(event: {
    readonly name: string;
    readonly phase: Phase;
    readonly operation: Operation;
    readonly seconds: number;
    readonly failure: unknown;
    readonly failsOpen: boolean;
  }): void;
  /** Conditions were not met. */
  excluded(name: string, phase: Phase, operation: Operation): void;
  /** Conditions could not be told. */
  conditionsFailed(name: string, phase: Phase, operation: Operation, count: number): void;
  /** How long conditions took. */
  conditionsRan(name: string, phase: Phase, operation: Operation, seconds: number): void;
}

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
const CONDITION_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];
/** Codes above are counted as this one. */
const MOST_CODE = 600;

/** Declares the metrics. */
export function declareWebhookMetrics(registry: Registry): WebhookMetrics {
  const durations = registry.histogram({
    name: "apiserver_admission_webhook_admission_duration_seconds",
    help: "Admission webhook latency histogram in seconds, identified by name and broken out for " +
      "each operation and API resource and type (validate or admit).",
    labels: ["name", "type", "operation", "rejected"],
    stability: "STABLE",
    buckets: SECONDS,
  });
  const rejections = registry.counter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Admission webhook rejection count, identified by name and broken out for each " +
      "admission type (validating or admit) and operation, with the type of error and the code.",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
    stability: "ALPHA",
  });
  const failedOpen = registry.counter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Admission webhook fail open count, identified by name and broken out for each " +
      "admission type (validating or admit).",
    labels: ["name", "type"],
    stability: "ALPHA",
  });
  const requests = registry.counter({
    name: "apiserver_admission_webhook_request_total",
    help: "Admission webhook request total, identified by name and broken out for each admission " +
      "type (validating or admit) and operation, with the code and whether it was rejected.",
    labels: ["name", "type", "operation", "code", "rejected"],
    stability: "ALPHA",
  });
  const conditions = declareConditionMetrics(registry);
  return {
    ...conditions,
    asked({ name, phase: type, operation, seconds, failure, failsOpen }) {
      const open = failure instanceof CallFailure && failsOpen;
      const rejected = String(failure !== undefined && !open);
      const code = codeOf(failure);
      requests.with({ name, type, operation, code, rejected }).inc();
      durations.with({ name, type, operation, rejected }).observe(seconds);
      if (open) failedOpen.with({ name, type }).inc();
      else if (failure !== undefined) {
        const error_type = errorTypeOf(failure);
        rejections.with({ name, type, operation, error_type, rejection_code: code }).inc();
      }
    },
  };
}

function declareConditionMetrics(registry: Registry): Omit<WebhookMetrics, "asked"> {
  const labels = ["name", "kind", "type", "operation"] as const;
  const kind = "webhook";
  const excluded = registry.counter({
    name: "apiserver_admission_match_condition_exclusions_total",
    help: "Admission match condition evaluation exclusions count, identified by name of resource " +
      "containing the match condition.",
    labels,
    stability: "ALPHA",
  });
  const failed = registry.counter({
    name: "apiserver_admission_match_condition_evaluation_errors_total",
    help: "Admission match condition evaluation errors count, identified by name of resource " +
      "containing the match condition.",
    labels,
    stability: "ALPHA",
  });
  const durations = registry.histogram({
    name: "apiserver_admission_match_condition_evaluation_seconds",
    help: "Admission match condition evaluation time in seconds, identified by name.",
    labels,
    stability: "ALPHA",
    buckets: CONDITION_SECONDS,
  });
  return {
    excluded: (name, type, operation) => excluded.with({ name, kind, type, operation }).inc(),
    conditionsFailed: (name, type, operation, count) =>
      failed.with({ name, kind, type, operation }).inc(count),
    conditionsRan: (name, type, operation, seconds) =>
      durations.with({ name, kind, type, operation }).observe(seconds),
  };
}

function codeOf(failure: unknown): string {
  if (failure === undefined) return "200";
  if (failure instanceof CallFailure) return String(Math.min(failure.code, MOST_CODE));
  return failure instanceof Denial ? String(failure.status.code) : "0";
}

function errorTypeOf(failure: unknown): string {
  if (failure instanceof CallFailure) return "calling_webhook_error";
  return failure instanceof Denial ? "no_error" : "apiserver_internal_error";
}
