/**
 * Descriptions of the client configurations of webhooks, which three packages declare
 * alike.
 *
 * @module
 */

import type { Words } from "./words.ts";

/**
 * The descriptions of `WebhookClientConfig` and what is in it; three packages declare the
 * same structs and spread this table.
 */
export const WEBHOOK_CLIENTS: Words = {
  WebhookClientConfig: ["How to connect to a webhook: either url or service.", {
    url: "The URL of the webhook: https://HOST:PORT/PATH, without user, query or fragment.",
    service: "The service of the webhook.",
    caBundle: "The CA certificates that verify the webhook's certificate: PEM, in Base64. If " +
      "unset, the CAs of the host.",
  }],
  ServiceReference: ["A reference to a service in the cluster.", {
    namespace: "The namespace of the service.",
    name: "The name of the service.",
    path: "The URL path of requests. Default: /.",
    port: "The port of the service: 1 to 65535. Default: 443.",
  }],
};
