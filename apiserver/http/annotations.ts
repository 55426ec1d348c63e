/**
 * What webhooks and policies say to the audit log.
 *
 * @module
 */

import { checkDns1123Subdomain } from "../../toolkit/validation/mod.ts";

/** Bytes of all that one request may say: more is left out, as nobody could read it. */
const ALL_LIMIT_CHARS = 256 * 1024;

/** Characters of what was said so far: a webhook may try to say it in hundreds of thousands of pieces. */
const lengths = new WeakMap<Record<string, string>, number>();

/** Keys of what was said of the bodies of requests. */
const ofBodies = new WeakMap<Record<string, string>, Set<string>>();

/**
 * Adds an annotation: a domain and a name with a slash between. What was said first stands. Returns
 * why it was left out, if it was. `isOfBody`: it has something of the request's body, and is for those
 * only who are told of that.
 */
export function annotate(
  annotations: Record<string, string>,
  key: string,
  value: string,
  isOfBody = false,
): string | undefined {
  const [domain = "", name = "", ...more] = key.split("/");
  if (more.length > 0 || name === "" || checkDns1123Subdomain(domain).length > 0) {
    return "its key must be a domain and a name, separated by a slash";
  }
  if (Object.hasOwn(annotations, key)) {
    return annotations[key] === value
      ? undefined
      : "an annotation of this key with another value is there already";
  }
  const length = lengthOf(annotations) + key.length + value.length;
  if (length > ALL_LIMIT_CHARS) {
    return `all annotations of the request would have more than ${ALL_LIMIT_CHARS} characters`;
  }
  annotations[key] = value;
  lengths.set(annotations, length);
  if (isOfBody) ofBodies.set(annotations, (ofBodies.get(annotations) ?? new Set()).add(key));
  return undefined;
}

/** What was said to those who are not told of bodies. */
export function withoutBodies(
  annotations: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const keys = ofBodies.get(annotations);
  return keys === undefined
    ? annotations
    : Object.fromEntries(Object.entries(annotations).filter(([key]) => !keys.has(key)));
}

function lengthOf(annotations: Record<string, string>): number {
  const known = lengths.get(annotations);
  if (known !== undefined) return known;
  let length = 0;
  for (const [key, value] of Object.entries(annotations)) length += key.length + value.length;
  return length;
}
