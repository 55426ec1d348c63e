/**
 * Descriptions of audit sinks.
 *
 * @module
 */

import { WEBHOOK_CLIENTS } from "./webhook_clients.ts";
import type { Words } from "./words.ts";

/** The descriptions of audit sinks. */
export const AUDIT_REGISTRATION: Words = {
  ...WEBHOOK_CLIENTS,
  AuditSink: ["Sends audit events to a webhook."],
  AuditSinkSpec: ["Which events are sent, and where.", {
    policy: "Which requests are audited, and in what detail.",
    webhook: "The webhook that receives the events.",
  }],
  Policy: ["Which requests are audited, and in what detail.", {
    level: "The detail: None, Metadata, Request (adds the request body), RequestResponse (adds " +
      "both bodies).",
    stages: "The stages that create events: RequestReceived, ResponseStarted, ResponseComplete, " +
      "Panic.",
  }],
  Webhook: ["The connection to the webhook and the rate of events.", {
    throttle: "Limits the rate of batches.",
    clientConfig: "How to connect to the webhook.",
  }],
  WebhookThrottleConfig: ["Limits the rate at which batches are sent.", {
    qps: "The maximum average number of batches per second. Default: 10.",
    burst: "The maximum number of batches sent at the same moment. Default: 15.",
  }],
};
