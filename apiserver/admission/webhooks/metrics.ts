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
}

const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25];
/** Codes above are counted as this one. */
const MOST_CODE = 600;

/** Declares the metrics. */
export function declareWebhookMetrics(registry: Registry): WebhookMetrics {
  const durations = registry.histogram({
    name: "apiserver_admission_webhook_admission_duration_seconds",
    help:
      "How long calls of admission webhooks took, in seconds, by webhook, type (validating or " +
      "admit), operation and whether the request was rejected.",
    labels: ["name", "type", "operation", "rejected"],
    stability: "STABLE",
    buckets: SECONDS,
  });
  const rejections = registry.counter({
    name: "apiserver_admission_webhook_rejection_count",
    help: "Number of requests that were rejected by admission webhooks or because of them, by " +
      "webhook, type (validating or admit), operation, type of error and HTTP status code.",
    labels: ["name", "type", "operation", "error_type", "rejection_code"],
    stability: "ALPHA",
  });
  const failedOpen = registry.counter({
    name: "apiserver_admission_webhook_fail_open_count",
    help: "Number of requests that went on although a webhook could not be called, as its " +
      "failurePolicy is Ignore, by webhook and type (validating or admit).",
    labels: ["name", "type"],
    stability: "ALPHA",
  });
  const requests = registry.counter({
    name: "apiserver_admission_webhook_request_total",
    help: "Number of calls of admission webhooks, by webhook, type (validating or admit), " +
      "operation, HTTP status code and whether the request was rejected.",
    labels: ["name", "type", "operation", "code", "rejected"],
    stability: "ALPHA",
  });
  return {
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

function codeOf(failure: unknown): string {
  if (failure === undefined) return "200";
  if (failure instanceof CallFailure) return String(Math.min(failure.code, MOST_CODE));
  return failure instanceof Denial ? String(failure.status.code) : "0";
}

function errorTypeOf(failure: unknown): string {
  if (failure instanceof CallFailure) return "calling_webhook_error";
  return failure instanceof Denial ? "no_error" : "apiserver_internal_error";
}
