/**
 * Names of signers of certificates: `example.com/signer-name`.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  checkDns1123Label,
  checkDns1123Subdomain,
  DNS_LABEL_LIMIT,
  DNS_NAME_LIMIT,
  type Messages,
} from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";

/** A domain, a slash, and the name of an object after its namespace. */
const LIMIT_CHARS = DNS_NAME_LIMIT + 1 + DNS_LABEL_LIMIT + 1 + DNS_NAME_LIMIT;

/** The rules for the name of a signer, which must be there. */
export function validateSignerName(errors: FieldError[], path: FieldPath, name: string): void {
  if (!name) {
    errors.push(FieldError.required(path));
    return;
  }
  const [domain = "", rest, ...more] = name.split("/");
  if (rest === undefined || more.length > 0) {
    const why = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
    errors.push(FieldError.invalid(path, name, why));
    return;
  }
  if (domain.length > DNS_NAME_LIMIT) errors.push(FieldError.tooLong(path, DNS_NAME_LIMIT));
  validateLabels(errors, path, domain, checkDns1123Label);
  if (!domain.includes(".")) {
    const why = "should be a domain with at least two segments separated by dots";
    errors.push(FieldError.invalid(path, domain, why));
  }
  validateLabels(errors, path, rest, checkDns1123Subdomain);
  if (name.length > LIMIT_CHARS) errors.push(FieldError.tooLong(path, LIMIT_CHARS));
}

function validateLabels(
  errors: FieldError[],
  path: FieldPath,
  text: string,
  check: (label: string) => Messages,
): void {
  for (const label of text.split(".")) {
    for (const message of check(label)) {
      errors.push(
        FieldError.invalid(path, text, `validating label ${quoteText(label)}: ${message}`),
      );
    }
  }
}
