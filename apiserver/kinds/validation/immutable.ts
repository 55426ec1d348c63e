/**
 * What an update may not change.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";

/** The message of a field that keeps the value it was created with. */
export const IMMUTABLE = "field is immutable";

/** Refuses another value than the old one. */
export function validateUnchanged(
  errors: FieldError[],
  path: FieldPath,
  value: unknown,
  old: unknown,
  why = IMMUTABLE,
): void {
  if (!equalStored(value, old)) errors.push(FieldError.invalid(path, value, why));
}

/** Refuses changes of the object's fields of these names below `path`. */
export function validateUnchangedFields(
  errors: FieldError[],
  path: { child(name: string): FieldPath },
  object: JsonObject,
  old: JsonObject,
  fields: readonly string[],
): void {
  for (const field of fields) {
    validateUnchanged(errors, path.child(field), object[field], old[field]);
  }
}
