/**
 * Values that are one of a few.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

/** Refuses a value that is none of `choices`; an absent one breaks no rule. */
export function validateChoice(
  errors: FieldError[],
  path: FieldPath,
  value: string | undefined,
  choices: readonly string[],
): void {
  if (value !== undefined && !choices.includes(value)) {
    errors.push(FieldError.notSupported(path, value, choices));
  }
}

/** As {@link validateChoice}, and there must be one. */
export function requireChoice(
  errors: FieldError[],
  path: FieldPath,
  value: string | undefined,
  choices: readonly string[],
): void {
  if (!value) errors.push(FieldError.required(path));
  else validateChoice(errors, path, value, choices);
}
