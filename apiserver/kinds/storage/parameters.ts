/**
 * Parameters that classes hand to whoever makes their volumes.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

const LIMIT_PARAMETERS = 512;
const LIMIT_BYTES = 256 * 1024;

const utf8 = new TextEncoder();

/** The rules for parameters: neither many, nor long, nor without a name. */
export function validateParameters(
  errors: FieldError[],
  path: FieldPath,
  parameters: Readonly<Record<string, string>> = {},
): void {
  const entries = Object.entries(parameters);
  if (entries.length > LIMIT_PARAMETERS) {
    errors.push(FieldError.tooLong(path, LIMIT_PARAMETERS));
    return;
  }
  let bytes = 0;
  for (const [key, value] of entries) {
    if (key === "") errors.push(FieldError.invalid(path, key, "field can not be empty."));
    bytes += utf8.encode(key).length + utf8.encode(value).length;
  }
  if (bytes > LIMIT_BYTES) errors.push(FieldError.tooLong(path, LIMIT_BYTES));
}
