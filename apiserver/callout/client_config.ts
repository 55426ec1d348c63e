/**
 * From how objects say that a server is reached to where that is.
 *
 * @module
 */

import type { WebhookClientConfig } from "../../toolkit/api/admissionregistration_v1.ts";
import { certificatesOfPem, parseCertificate } from "../../toolkit/certificates/mod.ts";
import type { Endpoint } from "../../toolkit/transport/mod.ts";
import { CalloutError } from "./callout_error.ts";
import type { ServiceReference } from "./service_resolver.ts";
import { parseWebhookUrl, servicePath, type WebhookUrl } from "./webhook_url.ts";

/** Where a webhook is. */
export interface WebhookPlace {
  readonly endpoint: Endpoint;
  /** Without a query. */
  readonly path: string;
  /** What the `Host` header says. */
  readonly authority: string;
  /** What errors call it: `https://hook.default.svc:443/path`. */
  readonly url: string;
}

/** Where a service is, and the way there. */
export type ServicePlace = Pick<Endpoint, "host" | "port" | "proxy">;

/** Finds a service. */
export type Locate = (service: ServiceReference) => ServicePlace;

const DEFAULT_PORT = 443;

/** Where the configuration of a webhook leads. Throws where that can't be said. */
export function placeOfWebhook(
  { url, service, caBundle }: WebhookClientConfig,
  locate: Locate,
): WebhookPlace {
  const roots = bundleOf(caBundle);
  if (url !== undefined) {
    const { host, port = DEFAULT_PORT, authority, path } = parsed(url);
    return {
      endpoint: { host, port, tls: { serverName: host, roots } },
      path,
      authority,
      url: `https://${authority}${path}`,
    };
  }
  if (service === undefined) {
    throw new CalloutError("webhook configuration must have either service or URL");
  }
  const { namespace, name, port = DEFAULT_PORT } = service;
  const path = servicePath(service.path ?? "");
  const serverName = `${name}.${namespace}.svc`;
  const authority = `${serverName}:${port}`;
  return {
    endpoint: { ...locate({ namespace, name, port }), tls: { serverName, roots } },
    path,
    authority,
    url: `https://${authority}${path}`,
  };
}

function parsed(url: string): WebhookUrl {
  try {
    return parseWebhookUrl(url);
  } catch (cause) {
    throw new CalloutError(`Unparsable URL: ${(cause as Error).message}`, { cause });
  }
}

/** The PEM text of a `caBundle`; undefined: the authorities of the machine. */
export function bundleOf(caBundle: string | undefined): string | undefined {
  return caBundle ? new TextDecoder().decode(Uint8Array.fromBase64(caBundle)) : undefined;
}

/** Why a `caBundle` that is not empty can't be used; undefined: it can. */
export function bundleProblem(bundle: string): string | undefined {
  const why = (problem: string) => `unable to load root certificates: ${problem}`;
  let certificates: Uint8Array[];
  try {
    certificates = certificatesOfPem(atob(bundle), "caBundle");
  } catch {
    return why("unable to parse bytes as PEM block");
  }
  try {
    certificates.forEach(parseCertificate);
    return undefined;
  } catch (error) {
    return why((error as Error).message);
  }
}
