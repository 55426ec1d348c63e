/**
 * The webhook of `--authentication-token-webhook-config-file`.
 *
 * @module
 */

import { proxyToUrls } from "../../egress/mod.ts";
import type { ServerContext } from "../../server_context.ts";
import type { ApiServerFlagValues } from "../../surroundings.ts";
import { openConfiguredWebhook } from "../../webhookclient/configured_webhook.ts";
import type { TokenAuthenticator } from "../../../toolkit/authentication/token_authenticator.ts";
import { cachedTokens } from "../../../toolkit/authentication/token_cache.ts";
import { REVIEW_VERSIONS, webhookTokens } from "./token_webhook.ts";

/** Asks the webhook, and remembers its answers for a time; undefined where there is none. */
export async function tokenWebhook(
  context: ServerContext,
  flags: ApiServerFlagValues,
  audiences: readonly string[],
): Promise<TokenAuthenticator | undefined> {
  const path = flags["authentication-token-webhook-config-file"];
  if (path === "") return undefined;
  const given = flags["authentication-token-webhook-version"];
  const version = REVIEW_VERSIONS.find((one) => one === given);
  if (version === undefined) {
    throw new Error(
      `unsupported authentication webhook version ${
        JSON.stringify(given)
      }, supported versions are ${REVIEW_VERSIONS.map((one) => JSON.stringify(one)).join(", ")}`,
    );
  }
  const source = "--authentication-token-webhook-config-file";
  const webhook = await openConfiguredWebhook({
    ...context,
    proxy: proxyToUrls(context.egress),
    source,
    path,
  });
  const tokens = webhookTokens({ ...context, webhook, version, audiences });
  const cacheMs = flags["authentication-token-webhook-cache-ttl"];
  if (cacheMs === 0) return tokens;
  const { clock, metrics } = context;
  return cachedTokens(tokens, { clock, metrics, believedMs: cacheMs, unknownMs: cacheMs });
}
