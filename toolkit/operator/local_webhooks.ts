/**
 * Where webhooks are asked if nobody says: by a service of the cluster, or, where the server is on this
 * machine, in this process.
 *
 * @module
 */

import { WEBHOOK_PORT } from "../webhook/configurations.ts";
import type { WebhookServerOptions } from "../webhook/mod.ts";

/** Names and addresses that mean the machine itself. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The options with an address that servers of this machine reach, where they have none and it is one of these. */
export function localWebhooks(options: WebhookServerOptions, server: URL): WebhookServerOptions {
  const { hostname } = server;
  const { url, service, port = WEBHOOK_PORT } = options;
  const isPlaced = url !== undefined || service !== undefined || port === 0;
  if (isPlaced || !LOOPBACK.test(hostname)) return options;
  return {
    ...options,
    url: `https://${hostname}:${port}`,
    // Nobody else is to ask.
    hostname: hostname.replace(/^\[(.*)\]$/, "$1"),
  };
}
