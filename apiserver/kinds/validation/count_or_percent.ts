/**
 * Counts that may be given as a part of the whole: `3`, `25%`.
 *
 * @module
 */

import type { IntOrString } from "../../../toolkit/api/scalars.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkPercent } from "../../../toolkit/validation/mod.ts";
import { NOT_NEGATIVE } from "./numbers.ts";

/** A count that is not negative, or a percentage. */
export function validateCountOrPercent(
  errors: FieldError[],
  path: FieldPath,
  value: IntOrString,
): void {
  if (typeof value === "string") addInvalid(errors, path, value, checkPercent(value));
  else if (value < 0) errors.push(FieldError.invalid(path, value, NOT_NEGATIVE));
}

/** Refuses more than the whole. */
export function validateAtMostAll(errors: FieldError[], path: FieldPath, value: IntOrString): void {
  if (typeof value !== "string" || checkPercent(value).length > 0 || amountOf(value) <= 100) return;
  errors.push(FieldError.invalid(path, value, "must not be greater than 100%"));
}

/** The number in either form; none of a text that is no number. */
export function amountOf(value: IntOrString): number {
  if (typeof value !== "string") return value;
  return /^(\d+%|[+-]?\d+)$/.test(value) ? parseInt(value) : 0;
}
