/**
 * What webhooks and policies say to the audit log.
 *
 * @module
 */

import { checkDns1123Subdomain } from "../../toolkit/validation/mod.ts";

/** Bytes of all that one request may say: more is left out, as nobody could read it. */
const ALL_LIMIT_CHARS = 256 * 1024;

/**
 * Adds an annotation: a domain and a name with a slash between. What was said first stands. Returns
 * why it was left out, if it was.
 */
export function annotate(
  annotations: Record<string, string>,
  key: string,
  value: string,
): string | undefined {
  const [domain = "", name = "", ...more] = key.split("/");
  if (more.length > 0 || name === "" || checkDns1123Subdomain(domain).length > 0) {
    return "the key is no domain and name with a slash between";
  }
  if (Object.hasOwn(annotations, key)) {
    return annotations[key] === value ? undefined : "it was said already, with another value";
  }
  let length = key.length + value.length;
  for (const [one, said] of Object.entries(annotations)) length += one.length + said.length;
  if (length > ALL_LIMIT_CHARS) return `there would be more than ${ALL_LIMIT_CHARS} characters`;
  annotations[key] = value;
  return undefined;
}
