/**
 * Names that begin with a domain: fully qualified names, paths and keys.
 *
 * @module
 */

import { FieldError } from "../errors/field_error.ts";
import type { FieldPath } from "../errors/field_path.ts";
import { checkDns1123Label, checkDns1123Subdomain } from "./dns.ts";
import { checkHttpPath } from "./formats.ts";
import { checkLabelKey } from "./label.ts";

/** A subdomain of three labels or more. */
export function validateFullyQualifiedName(name: string, path: FieldPath): FieldError[] {
  if (name === "") return [FieldError.required(path)];
  const wrong = checkDns1123Subdomain(name);
  if (wrong.length > 0) return [FieldError.invalid(path, name, wrong.join(","))];
  if (name.split(".").length >= 3) return [];
  const message = "should be a domain with at least three segments separated by dots";
  return [FieldError.invalid(path, name, message)];
}

/** A subdomain of two labels or more, each of at most 63 characters; may end in a dot. */
export function validateFullyQualifiedDomainName(text: string, path: FieldPath): FieldError[] {
  if (text === "") return [FieldError.required(path)];
  const name = text.endsWith(".") ? text.slice(0, -1) : text;
  const wrong = checkDns1123Subdomain(name);
  if (wrong.length > 0) return [FieldError.invalid(path, name, wrong.join(","))];
  const labels = name.split(".");
  if (labels.length < 2) {
    const message = "should be a domain with at least two segments separated by dots";
    return [FieldError.invalid(path, name, message)];
  }
  const label = labels.find((label) => checkDns1123Label(label).length > 0);
  if (label === undefined) return [];
  return [FieldError.invalid(path, label, checkDns1123Label(label).join(","))];
}

/** A subdomain, a slash, and the path of an HTTP address: `example.com/a/b`. */
export function validateDomainPrefixedPath(text: string, path: FieldPath): FieldError[] {
  if (text === "") return [FieldError.required(path)];
  const slash = text.indexOf("/");
  const [host, rest] = [text.slice(0, Math.max(0, slash)), text.slice(slash + 1)];
  if (host === "" || rest === "") {
    const message = 'must be a domain-prefixed path (such as "acme.io/foo")';
    return [FieldError.invalid(path, text, message)];
  }
  return [
    ...checkDns1123Subdomain(host).map((message) => FieldError.invalid(path, host, message)),
    ...checkHttpPath(rest).map((message) => FieldError.invalid(path, rest, message)),
  ];
}

/** A label's key with its domain: `example.com/key`. */
export function validateDomainPrefixedKey(key: string, path: FieldPath): FieldError[] {
  if (key === "") return [FieldError.required(path)];
  const wrong = checkLabelKey(key);
  if (wrong.length > 0) return wrong.map((message) => FieldError.invalid(path, key, message));
  if (key.includes("/")) return [];
  const message = 'must be a domain-prefixed key (such as "acme.io/foo")';
  return [FieldError.invalid(path, key, message)];
}
