/**
 * What is shown of conversions by webhooks.
 *
 * @module
 */

import { exponentialBuckets } from "../../../toolkit/metrics/buckets.ts";
import type { Registry } from "../../../toolkit/metrics/mod.ts";

/** Why a conversion failed. */
export type ConversionFailure =
  | "conversion_webhook_call_failure"
  | "conversion_webhook_malformed_response_failure"
  | "conversion_webhook_partial_response_failure"
  | "conversion_webhook_invalid_converted_object_failure";

/** One batch that a webhook was asked to convert. */
export interface Conversion {
  /** The name of the definition. */
  readonly definition: string;
  /** Versions, without their group. */
  readonly from: string;
  readonly to: string;
  readonly seconds: number;
  /** Undefined: it went well. */
  readonly failure: ConversionFailure | undefined;
}

/** Declares the families; what is returned is to be told of each batch. */
export function conversionMetrics(metrics: Registry): (conversion: Conversion) => void {
  const ofDefinitions = metrics.histogram({
    name: "apiserver_crd_conversion_webhook_duration_seconds",
    help: "How long conversions by webhooks took, in seconds, by definition and versions.",
    stability: "ALPHA",
    labels: ["crd_name", "from_version", "succeeded", "to_version"],
    buckets: exponentialBuckets(0.001, 2, 15),
  });
  const requests = metrics.counter({
    name: "apiserver_conversion_webhook_request_total",
    help: "Number of conversions by webhooks, by result and why they failed.",
    stability: "ALPHA",
    labels: ["failure_type", "result"],
  });
  const durations = metrics.histogram({
    name: "apiserver_conversion_webhook_duration_seconds",
    help: "How long conversions by webhooks took, in seconds, by result and why they failed.",
    stability: "ALPHA",
    labels: ["failure_type", "result"],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
  });
  return ({ definition, from, to, seconds, failure }) => {
    const succeeded = String(failure === undefined);
    ofDefinitions.with({
      crd_name: definition,
      from_version: from,
      succeeded,
      to_version: to,
    }).observe(seconds);
    const outcome = {
      failure_type: failure ?? "",
      result: failure === undefined ? "success" : "failure",
    };
    requests.with(outcome).inc();
    durations.with(outcome).observe(seconds);
  };
}
