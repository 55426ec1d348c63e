/**
 * What is counted of auditing, under the reference's names.
 *
 * @module
 */

import type { Counter, Registry } from "../../toolkit/metrics/mod.ts";
import { type Level, LEVELS } from "./level.ts";

/** The counters. */
export interface AuditMetrics {
  readonly events: Counter;
  /** Requests that are refused as there can be no record of them. */
  readonly rejected: Counter;
  readonly levels: Readonly<Record<Level, Counter>>;
}

/** Declares them: a server that records nothing shows that it does not. */
export function auditMetrics(registry: Registry): AuditMetrics {
  const events = registry.counter({
    name: "apiserver_audit_event_total",
    help: "Number of audit events that were made, and handed to those who get them.",
  });
  const rejected = registry.counter({
    name: "apiserver_audit_requests_rejected_total",
    help: "Number of requests that were refused because they could not be recorded.",
  });
  const levels = registry.counter({
    name: "apiserver_audit_level_total",
    help: "Number of requests by the level at which the policy has them recorded.",
    labels: ["level"],
  });
  return {
    events: events.with({}),
    rejected: rejected.with({}),
    levels: Object.fromEntries(
      LEVELS.map((level) => [level, levels.with({ level })]),
    ) as Record<Level, Counter>,
  };
}
