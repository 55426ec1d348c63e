/**
 * The metrics of authorization webhooks, under the reference's names.
 *
 * @module
 */

import type { Registry } from "../../../toolkit/metrics/mod.ts";

/** How asking a webhook ended. */
export type WebhookOutcome = "success" | "timeout" | "canceled" | "error";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const CONDITION_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25];

/** What is counted of one webhook. */
export type WebhookMetrics = ReturnType<typeof webhookMetrics>;

/** The metrics of the webhook of that name. */
export function webhookMetrics(registry: Registry, name: string) {
  const labels = ["name", "result"] as const;
  const asked = registry.counter({
    name: "apiserver_authorization_webhook_evaluations_total",
    help: "Number of questions to authorization webhooks, by how they ended.",
    labels,
  });
  const durations = registry.histogram({
    name: "apiserver_authorization_webhook_duration_seconds",
    help: "How long authorization webhooks took to answer, in seconds.",
    labels,
    buckets: SECONDS,
  });
  const failedOpen = registry.counter({
    name: "apiserver_authorization_webhook_evaluations_fail_open_total",
    help: "Number of questions that others decided, as an authorization webhook gave no answer.",
    labels,
  });
  const byType = ["type", "name"] as const;
  const own = { type: "Webhook", name };
  const conditionErrors = registry.counter({
    name: "apiserver_authorization_match_condition_evaluation_errors_total",
    help: "Number of questions for which a condition of an authorizer could not be evaluated.",
    labels: byType,
  });
  const excluded = registry.counter({
    name: "apiserver_authorization_match_condition_exclusions_total",
    help: "Number of questions that an authorizer was not asked, as a condition was false.",
    labels: byType,
  });
  const conditionDurations = registry.histogram({
    name: "apiserver_authorization_match_condition_evaluation_seconds",
    help: "How long the conditions of an authorizer took to evaluate, in seconds.",
    labels: byType,
    buckets: CONDITION_SECONDS,
  });
  return {
    /** A question ended, after so many seconds. */
    asked(result: WebhookOutcome, seconds: number): void {
      asked.with({ name, result }).inc();
      durations.with({ name, result }).observe(seconds);
    },
    /** Others decide, as it gave no answer. */
    failedOpen: (result: WebhookOutcome): void => failedOpen.with({ name, result }).inc(),
    /** Its conditions were evaluated. */
    conditions(match: "met" | "unmet" | "failed", seconds: number): void {
      conditionDurations.with(own).observe(seconds);
      if (match === "unmet") excluded.with(own).inc();
      if (match === "failed") conditionErrors.with(own).inc();
    },
  };
}
