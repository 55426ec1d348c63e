/**
 * How patches fail.
 *
 * @module
 */

import { StatusError } from "../../toolkit/errors/mod.ts";

/**
 * 422: the patch is well formed, but does not fit the object. The reference says no more than the
 * message; the cause tells which operation it was, and stock clients print it.
 */
export function unprocessable(field: string, why: string): StatusError {
  return new StatusError({
    code: 422,
    reason: "Invalid",
    message: "the server rejected our request due to an error in our request",
    details: { causes: [{ reason: "FieldValueInvalid", message: why, field }] },
  });
}
