/**
 * What is counted of authorization, under the reference's names.
 *
 * @module
 */

import { exponentialBuckets } from "../metrics/buckets.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Verdict } from "./verdict.ts";

const SECONDS = exponentialBuckets(0.001, 2, 15);

/** What comes of asking whether a request is allowed. */
type Result = "allowed" | "denied" | "no-opinion" | "error";

/** Counts a verdict that took so long. */
export type TellAuthorization = (verdict: Verdict, tookMs: number) => void;

/** Declares the metrics. */
export function declareAuthorizationMetrics(registry: Registry): TellAuthorization {
  const attempts = registry.counter({
    name: "authorization_attempts_total",
    help: "Number of requests that authorizers were asked about, by what came of it: allowed, " +
      "denied, no-opinion or error.",
    labels: ["result"],
  });
  const durations = registry.histogram({
    name: "authorization_duration_seconds",
    help:
      "How long it took to find out whether a request is allowed, in seconds, by what came of it.",
    labels: ["result"],
    buckets: SECONDS,
  });
  const of = (result: Result) => ({
    count: attempts.with({ result }),
    seconds: durations.with({ result }),
  });
  const known: Partial<Record<Result, ReturnType<typeof of>>> = {};
  return (verdict, tookMs) => {
    const result = resultOf(verdict);
    const { count, seconds } = known[result] ??= of(result);
    count.inc();
    seconds.observe(tookMs / 1000);
  };
}

function resultOf({ decision, evaluationError }: Verdict): Result {
  if (decision === "allow") return "allowed";
  if (evaluationError !== undefined) return "error";
  return decision === "deny" ? "denied" : "no-opinion";
}
