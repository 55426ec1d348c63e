/**
 * How a webhook is reached: by address, or through a service of the cluster.
 *
 * @module
 */

import type {
  ServiceReference,
  WebhookClientConfig,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { checkDns1123Subdomain, checkPortNumber } from "../../../toolkit/validation/mod.ts";

const FORM = "; desired format: https://host[/path]";

/** The parts of an address: scheme, authority, query and fragment. */
const ADDRESS =
  /^(?:([a-zA-Z][-+.a-zA-Z0-9]*):)?(?:\/\/([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s;

/** The port of a service that does not say one. */
const DEFAULT_WEBHOOK_PORT = 443;

/** Fills in how a webhook is reached. */
export function setWebhookClientDefaults(config: WebhookClientConfig | undefined): void {
  if (config?.service !== undefined) config.service.port ??= DEFAULT_WEBHOOK_PORT;
}

/** The rules for how a webhook is reached; `openToo`: also by an address that anyone can listen to. */
export function validateWebhookClient(
  errors: FieldError[],
  path: FieldPath,
  { url, service }: WebhookClientConfig = {},
  openToo = false,
): void {
  if ((url === undefined) === (service === undefined)) {
    errors.push(FieldError.required(path, "exactly one of url or service is required"));
  } else if (url !== undefined) validateWebhookUrl(errors, path.child("url"), url, openToo);
  else if (service !== undefined) validateWebhookService(errors, path.child("service"), service);
}

function validateWebhookUrl(
  errors: FieldError[],
  path: FieldPath,
  url: string,
  openToo: boolean,
): void {
  const [, scheme = "", authority = "", query = "", fragment = ""] = ADDRESS.exec(url) ?? [];
  if (!isReadable(url, scheme, authority)) {
    errors.push(FieldError.required(path, `url must be a valid URL: it can't be read${FORM}`));
    return;
  }
  const invalid = (value: string, why: string) => errors.push(FieldError.invalid(path, value, why));
  const at = authority.lastIndexOf("@");
  if (!openToo && scheme.toLowerCase() !== "https") {
    invalid(scheme.toLowerCase(), `'https' is the only allowed URL scheme${FORM}`);
  }
  if (authority.slice(at + 1) === "") invalid("", `host must be specified${FORM}`);
  if (at >= 0) invalid(authority.slice(0, at), "user information is not permitted in the URL");
  if (fragment !== "") invalid(fragment, "fragments are not permitted in the URL");
  if (query !== "") invalid(query, "query parameters are not permitted in the URL");
}

const CONTROL = /\p{Cc}/u;
/** A percent sign before a query that no number follows. */
const BAD_ESCAPE = /^[^?#]*%(?![0-9a-fA-F]{2})/;
/** A colon before the first slash, of what ought to have a scheme before it. */
const COLON = /^[^/?#]*:/;

/** Whether an address with these parts is one at all. */
function isReadable(url: string, scheme: string, authority: string): boolean {
  if (CONTROL.test(url) || scheme === "" && COLON.test(url)) return false;
  const hasPath = scheme === "" || url.startsWith("/", scheme.length + 1);
  if (hasPath && BAD_ESCAPE.test(url)) return false;
  return scheme === "" || authority === "" || URL.canParse(url);
}

function validateWebhookService(
  errors: FieldError[],
  path: FieldPath,
  service: ServiceReference,
): void {
  // The reference blames the one for the other, and clients compare paths.
  if (!service.namespace) errors.push(FieldError.required(path.child("name")));
  if (!service.name) errors.push(FieldError.required(path.child("namespace")));
  const { port = DEFAULT_WEBHOOK_PORT } = service;
  for (const message of checkPortNumber(port)) {
    errors.push(FieldError.invalid(path.child("port"), port, `port is not valid: ${message}`));
  }
  if (service.path) validateServicePath(errors, path.child("path"), service.path);
}

function validateServicePath(errors: FieldError[], path: FieldPath, value: string): void {
  const invalid = (why: string) => errors.push(FieldError.invalid(path, value, why));
  if (value === "/") return;
  if (value === "//") {
    invalid("segment[0] may not be empty");
    return;
  }
  if (!value.startsWith("/")) invalid("must start with a '/'");
  // Whatever comes first stands for the slash; one at the end ends the last step.
  const steps = value.slice(1).replace(/\/$/, "").split("/");
  for (const [index, step] of steps.entries()) {
    if (step === "") invalid(`segment[${index}] may not be empty`);
    else for (const why of checkDns1123Subdomain(step)) invalid(`segment[${index}]: ${why}`);
  }
}
