/**
 * Where the time of slow requests went, as annotations of their records.
 *
 * @module
 */

import { printDurationMs } from "../../toolkit/values/mod.ts";
import type { RequestContext } from "../http/context.ts";

/** Requests that take no longer have none. */
const SLOW_MS = 500;

/** What is told of a request. */
type Latencies = Pick<
  RequestContext,
  "authenticationMs" | "authorizationMs" | "waitedMs" | "webhookMs" | "mutatingWebhookMs"
>;

/**
 * How long a request took that took long, and what of that went by until it was known who asks and whether
 * they may, in a queue, and until webhooks had answered: annotations of `domain`. What took no time is left out.
 */
export function latencyAnnotations(
  { authenticationMs, authorizationMs, waitedMs, webhookMs, mutatingWebhookMs }: Latencies,
  tookMs: number,
  domain: string,
): Readonly<Record<string, string>> {
  if (tookMs <= SLOW_MS) return {};
  const parts = {
    "total": tookMs,
    "authentication": authenticationMs,
    "authorization": authorizationMs,
    "apf-queue-wait": waitedMs,
    "mutating-webhook": mutatingWebhookMs,
    "validating-webhook": webhookMs - mutatingWebhookMs,
  };
  const texts = Object.entries(parts)
    .map(([name, ms]) => [`${domain}/${name}`, printDurationMs(ms)] as const)
    .filter(([, text]) => text !== NO_TIME);
  return Object.fromEntries(texts);
}

const NO_TIME = printDurationMs(0);
