/**
 * Authorization by asking a webhook.
 *
 * @module
 */

import type { SubjectAccessReviewSpec } from "../../../toolkit/api/authorization_v1.ts";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { type ConfiguredWebhook, WebhookTimeout } from "../../webhookclient/configured_webhook.ts";
import type { Attributes, AuthorizationCall, Authorizer } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { Conditions } from "./conditions.ts";
import type { WebhookMetrics, WebhookOutcome } from "./metrics.ts";
import { reviewOf, reviewSpecOf, statusOf, verdictOf } from "./review.ts";
import type { WebhookSettings } from "./settings.ts";
import { VerdictCache } from "../../../toolkit/authorization/verdict_cache.ts";

/** What a webhook authorizer is made of. */
export interface WebhookAuthorizerOptions {
  readonly settings: Omit<WebhookSettings, "source" | "path" | "timeoutMs">;
  readonly webhook: ConfiguredWebhook;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
}

/** What the one who asks controls may be so long, in bytes, for the answer to be remembered. */
const REMEMBERED_LIMIT_BYTES = 10_000;

const SKIPPED: Verdict = { decision: "no opinion", reason: "" };

/**
 * Asks a webhook, unless a condition says not to, or it answered the same a while ago. Where there is no
 * answer the settings say what that means. Throws on a condition that can't be compiled.
 */
export function webhookAuthorizer(options: WebhookAuthorizerOptions): Authorizer {
  const { settings, clock, metrics } = options;
  const { name, onFailure } = settings;
  const conditions = new Conditions(settings.conditions);
  const cache = new VerdictCache(clock);
  const failed = (why: string): Verdict => ({
    decision: onFailure,
    reason: "",
    evaluationError: why,
  });
  return {
    authorize(attributes, call) {
      const spec = reviewSpecOf(attributes);
      if (!conditions.isEmpty) {
        const beganMs = clock.monotonic();
        const match = conditions.match(spec);
        const result = match === true ? "met" : match === false ? "unmet" : "failed";
        metrics.conditions(result, (clock.monotonic() - beganMs) / 1000);
        if (match === false) return SKIPPED;
        if (match !== true) return failed(match.error);
      }
      const key = isShort(attributes) ? VerdictCache.keyOf(JSON.stringify(spec)) : undefined;
      const known = key === undefined ? undefined : cache.get(key);
      if (known !== undefined) return known;
      return ask(options, spec, call).then((verdict) => {
        const isAllowed = verdict.decision === "allow";
        const ttlMs = isAllowed ? settings.authorizedTtlMs : settings.unauthorizedTtlMs;
        const isKept = key !== undefined && verdict.reason.length < REMEMBERED_LIMIT_BYTES;
        if (isKept) cache.put(key, verdict, ttlMs);
        return verdict;
      }, (error) => {
        call.signal.throwIfAborted();
        return failed(`the authorization webhook ${JSON.stringify(name)} failed: ${error.message}`);
      });
    },
    rulesOf: () => ({
      resourceRules: [],
      nonResourceRules: [],
      incomplete: true,
      evaluationError: "webhook authorizer does not support user rule resolution",
    }),
  };
}

/** What the webhook says. Rejects where it says nothing, which is counted and logged. */
async function ask(
  { settings, webhook, dialect, clock, logger, metrics }: WebhookAuthorizerOptions,
  spec: SubjectAccessReviewSpec,
  { signal }: AuthorizationCall,
): Promise<Verdict> {
  const { version, name, onFailure } = settings;
  const beganMs = clock.monotonic();
  const ended = (outcome: WebhookOutcome) =>
    metrics.asked(outcome, (clock.monotonic() - beganMs) / 1000);
  try {
    const answer = await webhook.ask(reviewOf(spec, version, dialect), signal);
    const verdict = verdictOf(statusOf(answer, version, dialect));
    ended("success");
    return verdict;
  } catch (error) {
    const outcome = outcomeOf(error, signal);
    ended(outcome);
    if (outcome !== "canceled") {
      logger.error("An authorization webhook gave no answer", error, { name });
      if (onFailure === "no opinion") metrics.failedOpen(outcome);
    }
    throw error;
  }
}

function outcomeOf(error: unknown, signal: AbortSignal): WebhookOutcome {
  if (signal.aborted) return "canceled";
  return error instanceof WebhookTimeout ? "timeout" : "error";
}

function isShort(attributes: Attributes): boolean {
  const { namespace, verb, group, version, resource, subresource, name, path } = attributes;
  const texts = [namespace, verb, group, version, resource, subresource, name, path];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  // No character is longer than three bytes: most need not be encoded to be measured.
  if (chars * 3 < REMEMBERED_LIMIT_BYTES) return true;
  if (chars >= REMEMBERED_LIMIT_BYTES) return false;
  const bytes = texts.reduce((sum, text) => sum + encoder.encode(text).length, 0);
  return bytes < REMEMBERED_LIMIT_BYTES;
}

const encoder = new TextEncoder();
