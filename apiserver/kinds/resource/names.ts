/**
 * Names of devices, pools, attributes and counters.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Label,
  checkDns1123Subdomain,
  checkIdentifier,
  DNS_NAME_LIMIT,
  isLongerThan,
} from "../../../toolkit/validation/mod.ts";
import { validateDriverName } from "../volumes/persistent_volume_source.ts";

/** The most bytes of an attribute's domain, and of what follows it. */
const DOMAIN_LIMIT_BYTES = 63;
const ID_LIMIT_BYTES = 32;
/** The most bytes of a qualified name. */
export const QUALIFIED_LIMIT_BYTES = DOMAIN_LIMIT_BYTES + 1 + ID_LIMIT_BYTES;

/** The rules for a label: names of devices, requests and counters. */
export function validateLabelName(errors: FieldError[], path: FieldPath, name: string): void {
  addInvalid(errors, path, name, checkDns1123Label(name));
}

/** As {@link validateLabelName}, where an empty name is one that is missing. */
export function requireLabelName(errors: FieldError[], path: FieldPath, name: string): void {
  if (!name) errors.push(FieldError.required(path));
  else validateLabelName(errors, path, name);
}

/** The rules for the name of a class, which must be there. */
export function requireClassName(errors: FieldError[], path: FieldPath, name: string): void {
  if (!name) errors.push(FieldError.required(path));
  else addInvalid(errors, path, name, checkDns1123Subdomain(name));
}

/** The rules for the name of a driver, which must be there. */
export function requireDriverName(errors: FieldError[], path: FieldPath, name: string): void {
  if (!name) errors.push(FieldError.required(path));
  else validateDriverName(errors, path, name);
}

/** The rules for the name of a pool: subdomains with slashes between them. */
export function requirePoolName(errors: FieldError[], path: FieldPath, name: string): void {
  if (!name) {
    errors.push(FieldError.required(path));
    return;
  }
  if (isLongerThan(name, DNS_NAME_LIMIT)) errors.push(FieldError.tooLong(path, DNS_NAME_LIMIT));
  for (const part of name.split("/")) addInvalid(errors, path, part, checkDns1123Subdomain(part));
}

/** The rules for the name of an attribute or a capacity: an identifier, after its domain if any. */
export function validateQualifiedName(errors: FieldError[], path: FieldPath, name: string): void {
  const [domain = "", id, ...more] = name.split("/");
  if (id === undefined) return validateId(errors, path, domain);
  // The reference takes these, and objects of its clients have to be taken.
  if (more.length > 0) return;
  if (domain === "") errors.push(FieldError.invalid(path, "", "the domain must not be empty"));
  else validateDriverName(errors, path, domain);
  if (id === "") errors.push(FieldError.invalid(path, "", "the name must not be empty"));
  else validateId(errors, path, id);
}

/** As {@link validateQualifiedName}, with a domain. */
export function validateFullName(errors: FieldError[], path: FieldPath, name: string): void {
  validateQualifiedName(errors, path, name);
  if (!name.includes("/")) {
    const why = "a fully qualified name must be a domain and a name separated by a slash";
    errors.push(FieldError.invalid(path, name, why));
  }
}

function validateId(errors: FieldError[], path: FieldPath, id: string): void {
  if (isLongerThan(id, ID_LIMIT_BYTES)) errors.push(FieldError.tooLong(path, ID_LIMIT_BYTES));
  addInvalid(errors, path, id, checkIdentifier(id));
}

const encoder = new TextEncoder();

/** Lengths of what some readers take for an identifier, though only the first is normal. */
const UID_LENGTHS = [36, 32, 38, 45];

/** The rules for an identifier in the normal form of RFC 4122. */
export function validateUid(errors: FieldError[], path: FieldPath, uid: string): void {
  const bytes = encoder.encode(uid).length;
  if (!UID_LENGTHS.includes(bytes)) {
    const why = `error validating uid: invalid UUID length: ${bytes}`;
    errors.push(FieldError.invalid(path, uid, why));
  } else if (!/^(?:urn:uuid:)?\{?[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}\}?$/i.test(uid)) {
    errors.push(FieldError.invalid(path, uid, "error validating uid: invalid UUID format"));
  } else if (uid.length !== 36 || uid !== uid.toLowerCase()) {
    const why = "uid must be in RFC 4122 normalized form, " +
      "`xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase hexadecimal characters";
    errors.push(FieldError.invalid(path, uid, why));
  }
}
