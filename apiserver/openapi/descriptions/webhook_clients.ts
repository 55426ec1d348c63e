/**
 * How webhooks are reached: three packages declare it alike.
 *
 * @module
 */

import type { Words } from "./words.ts";

/**
 * The OpenAPI descriptions of `WebhookClientConfig` and what is in it; three packages declare the
 * same structs and spread this table.
 */
export const WEBHOOK_CLIENTS: Words = {
  WebhookClientConfig: ["How to reach a webhook: either by url or by service.", {
    url: "The address: https://HOST:PORT/PATH, without user, query or fragment.",
    service: "A service of the cluster.",
    caBundle: "Certificates to check the webhook's by, as PEM, in Base64. Left out: those of the " +
      "machine.",
  }],
  ServiceReference: ["A service of the cluster.", {
    namespace: "The namespace of the service.",
    name: "The name of the service.",
    path: "The path to ask. Left out: /.",
    port: "The port of the service: 1 to 65535. Default: 443.",
  }],
};
