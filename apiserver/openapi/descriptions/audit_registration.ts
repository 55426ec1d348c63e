/**
 * Receivers of audit events.
 *
 * @module
 */

import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";
import type { Words } from "./words.ts";

/** The OpenAPI descriptions of audit sinks. */
export const AUDIT_REGISTRATION: Words = {
  ...WEBHOOK_CLIENTS,
  AuditSink: ["A webhook that receives audit events."],
  AuditSinkSpec: ["Which events, and where to.", {
    policy: "Which requests are told of, and how much of them.",
    webhook: "Where the events go.",
  }],
  Policy: ["Which requests are told of, and how much of them.", {
    level: "How much: None, Metadata, Request (with the body), RequestResponse (with both bodies).",
    stages: "When: RequestReceived, ResponseStarted, ResponseComplete, Panic.",
  }],
  Webhook: ["Where events go, and how fast.", {
    throttle: "How many at once.",
    clientConfig: "How to reach it.",
  }],
  WebhookThrottleConfig: ["How many batches are sent at once.", {
    qps: "How many a second on average. Default: 10.",
    burst: "How many at one moment. Default: 15.",
  }],
};
