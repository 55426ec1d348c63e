/**
 * Paths of files inside containers and on nodes.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";

/** Refuses a path with a step up. */
export function validateNoStepUp(errors: FieldError[], path: FieldPath, value: string): void {
  if (value.split("/").includes("..")) {
    errors.push(FieldError.invalid(path, value, "must not contain '..'"));
  }
}

/** A path that leads down from where it starts. */
export function validateDescendingPath(errors: FieldError[], path: FieldPath, value: string): void {
  if (value.startsWith("/")) {
    errors.push(FieldError.invalid(path, value, "must be a relative path"));
  }
  validateNoStepUp(errors, path, value);
}

/** As {@link validateDescendingPath}, without names that writers of volumes keep for themselves. */
export function validateUnreservedPath(errors: FieldError[], path: FieldPath, value: string): void {
  validateDescendingPath(errors, path, value);
  if (value.startsWith("..") && !value.startsWith("../")) {
    errors.push(FieldError.invalid(path, value, "must not start with '..'"));
  }
}
