/**
 * Authorization webhooks as parts of a server.
 *
 * @module
 */

import { proxyToUrls } from "../../egress/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import { openConfiguredWebhook } from "../../webhookclient/configured_webhook.ts";
import type { Authorizer } from "../authorizer.ts";
import { webhookAuthorizer } from "./authorizer.ts";
import { webhookMetrics } from "./metrics.ts";
import { REVIEW_VERSIONS, type WebhookSettings } from "./settings.ts";

/** The name of the webhook that flags describe. */
export const DEFAULT_WEBHOOK = "default";

/** The longest time of one attempt, where flags describe the webhook. */
const TIMEOUT_MS = 30_000;

/**
 * A webhook, ready to be asked. Rejects, naming where it was named, where its configuration can't be used.
 * `signal` ends its connections.
 */
export async function openWebhookAuthorizer(
  context: ServerContext,
  settings: WebhookSettings,
  signal: AbortSignal,
): Promise<Authorizer> {
  const { dialect, clock, logger } = context;
  const { source, path, timeoutMs, name } = settings;
  const webhook = await openConfiguredWebhook({
    source,
    path,
    timeoutMs,
    proxy: proxyToUrls(context.egress),
    clock,
    logger,
    signal,
    random: () => context.random(),
  });
  const metrics = webhookMetrics(context.metrics, name);
  return webhookAuthorizer({ settings, webhook, dialect, clock, logger, metrics });
}

/** The webhook that flags describe. Rejects, naming the flag, where one can't be used. */
export async function createWebhook(
  context: ServerContext,
  flags: ApiServerFlagValues,
): Promise<Authorizer> {
  const version = flags["authorization-webhook-version"];
  const known = REVIEW_VERSIONS.find((one) => one === version);
  if (known === undefined) {
    const supported = REVIEW_VERSIONS.map((one) => JSON.stringify(one)).join(", ");
    throw new Error(
      `--authorization-webhook-version: unsupported webhook authorizer version ${
        JSON.stringify(version)
      }, supported versions are ${supported}`,
    );
  }
  return await openWebhookAuthorizer(context, {
    name: DEFAULT_WEBHOOK,
    source: "--authorization-webhook-config-file",
    path: flags["authorization-webhook-config-file"],
    version: known,
    timeoutMs: TIMEOUT_MS,
    authorizedTtlMs: flags["authorization-webhook-cache-authorized-ttl"],
    unauthorizedTtlMs: flags["authorization-webhook-cache-unauthorized-ttl"],
    onFailure: "no opinion",
    conditions: [],
  }, context.signal);
}
