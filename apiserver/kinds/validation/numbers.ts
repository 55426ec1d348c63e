/**
 * Numbers with bounds.
 *
 * @module
 */

import type { Int64 } from "../../../toolkit/api/scalars.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

/** The message of a number below zero where that makes no sense. */
export const NOT_NEGATIVE = "must be greater than or equal to 0";

/** The largest number of 32 bits. */
export const MAX_INT32 = 2 ** 31 - 1;

/** Refuses a number below zero; an absent one breaks no rule. */
export function validateNotNegative(
  errors: FieldError[],
  path: FieldPath,
  field: string,
  value: Int64 | null | undefined,
): void {
  if (value !== undefined && value !== null && value < 0) {
    errors.push(FieldError.invalid(path.child(field), value, NOT_NEGATIVE));
  }
}

/** Refuses each of the named fields that is below zero. */
export function validateCounts<K extends string>(
  errors: FieldError[],
  path: FieldPath,
  object: { readonly [F in K]?: Int64 | null },
  fields: readonly K[],
): void {
  for (const field of fields) validateNotNegative(errors, path, field, object[field]);
}

/** Refuses counts that are greater than another one of the same object. */
export function validateAtMost<K extends string>(
  errors: FieldError[],
  path: FieldPath,
  object: { readonly [F in K]?: Int64 | null },
  fields: readonly K[],
  limit: K,
  limitName: string,
): void {
  for (const field of fields) {
    const value = object[field] ?? 0;
    if (value > (object[limit] ?? 0)) {
      const why = `cannot be greater than ${limitName}`;
      errors.push(FieldError.invalid(path.child(field), value, why));
    }
  }
}

/** Refuses fewer collisions of names than were counted before: the count makes new names. */
export function validateGrowing(
  errors: FieldError[],
  path: FieldPath,
  { collisionCount: count }: { readonly collisionCount?: number },
  { collisionCount: before }: { readonly collisionCount?: number },
): void {
  // What was never counted may be told as any number.
  if (before === undefined || (count !== undefined && count >= before)) return;
  errors.push(
    FieldError.invalid(path.child("collisionCount"), count ?? 0, "cannot be decremented"),
  );
}
