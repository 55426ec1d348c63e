/**
 * Sinks: who is told of requests, and of which.
 *
 * @module
 */

import type {
  AuditSink,
  AuditSinkSpec,
  WebhookThrottleConfig,
} from "../../../toolkit/api/auditregistration_v1alpha1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { KindRules } from "../declaration.ts";
import { requireChoice, validateChoice } from "../validation/choices.ts";
import { setWebhookClientDefaults, validateWebhookClient } from "../validation/webhook_client.ts";

const SPEC = FieldPath.of("spec");
const POLICY = SPEC.child("policy");
const WEBHOOK = SPEC.child("webhook");
const LEVELS = ["Metadata", "None", "Request", "RequestResponse"];
const STAGES = ["Panic", "RequestReceived", "ResponseComplete", "ResponseStarted"];

/** Messages a second that a sink gets, and how many at once. */
const DEFAULT_QPS = 10;
const DEFAULT_BURST = 15;

const specOf = (object: JsonObject) => (object as unknown as AuditSink).spec;

function validateThrottle(errors: FieldError[], throttle: WebhookThrottleConfig): void {
  for (const field of ["qps", "burst"] as const) {
    const value = throttle[field];
    if (value === undefined || value > 0) continue;
    const why = `${field} must be a positive number`;
    errors.push(FieldError.invalid(WEBHOOK.child("throttle", field), value, why));
  }
}

function validate(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { policy, webhook }: Partial<AuditSinkSpec> = specOf(object) ?? {};
  for (const [index, stage] of (policy?.stages ?? []).entries()) {
    validateChoice(errors, POLICY.child("stages").index(index), stage, STAGES);
  }
  requireChoice(errors, POLICY.child("level"), policy?.level, LEVELS);
  if (webhook?.throttle !== undefined) validateThrottle(errors, webhook.throttle);
  validateWebhookClient(errors, WEBHOOK.child("clientConfig"), webhook?.clientConfig, true);
  return errors;
}

/**
 * The rules for audit sinks: the webhook, its throttling, and the levels and stages of the policy.
 */
export const auditSinkRules: KindRules = {
  hasGeneration: true,
  setDefaults(object) {
    const webhook = specOf(object)?.webhook;
    if (webhook === undefined) return;
    const throttle = webhook.throttle ??= {};
    throttle.qps ??= DEFAULT_QPS;
    throttle.burst ??= DEFAULT_BURST;
    setWebhookClientDefaults(webhook.clientConfig);
  },
  validate,
  validateUpdate: validate,
};
