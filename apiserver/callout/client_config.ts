/**
 * From how objects say that a server is reached to where that is.
 *
 * @module
 */

import type { WebhookClientConfig } from "../../toolkit/api/admissionregistration_v1.ts";
import { CalloutError, type Endpoint } from "./https_client.ts";
import type { ServiceReference } from "./service_resolver.ts";

/** Where a webhook is. */
export interface WebhookPlace {
  readonly endpoint: Endpoint;
  /** Without a query. */
  readonly path: string;
  /** What errors call it: `https://hook.default.svc:443/path`. */
  readonly url: string;
}

/** Finds the host and port of a service. */
export type Locate = (
  service: ServiceReference,
) => { readonly host: string; readonly port: number };

const DEFAULT_PORT = 443;

/** Where the configuration of a webhook leads. Throws where that can't be said. */
export function placeOfWebhook(
  { url, service, caBundle }: WebhookClientConfig,
  locate: Locate,
): WebhookPlace {
  const authorities = caBundle
    ? new TextDecoder().decode(Uint8Array.fromBase64(caBundle))
    : undefined;
  if (url !== undefined) {
    const { hostname, port, pathname } = new URL(url);
    const host = hostname.replace(/^\[(.*)\]$/, "$1");
    const number = port === "" ? DEFAULT_PORT : Number(port);
    return {
      endpoint: { host, port: number, serverName: host, authorities },
      path: pathname,
      url,
    };
  }
  if (service === undefined) {
    throw new CalloutError("webhook configuration must have either service or URL");
  }
  const { namespace, name, path: given = "/", port = DEFAULT_PORT } = service;
  const path = given.startsWith("/") ? given : `/${given}`;
  const serverName = `${name}.${namespace}.svc`;
  const place = locate({ namespace, name, port });
  return {
    endpoint: { ...place, serverName, authorities },
    path,
    url: `https://${serverName}:${port}${path}`,
  };
}
