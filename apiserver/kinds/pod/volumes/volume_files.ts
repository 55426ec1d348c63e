/**
 * The files that volumes consist of.
 *
 * @module
 */

import type { DownwardAPIVolumeFile, KeyToPath } from "../../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../../toolkit/errors/mod.ts";
import { validateUnreservedPath } from "../../validation/paths.ts";
import {
  validateFieldRef,
  validateResourceFieldRef,
  VOLUME_FIELDS,
} from "../containers/field_refs.ts";

/** The rules for the mode of a file; an absent one breaks none. */
export function validateMode(
  errors: FieldError[],
  path: FieldPath,
  mode: number | undefined,
): void {
  if (mode !== undefined && (mode < 0 || mode > 0o777)) {
    const why = "must be a number between 0 and 0777 (octal), both inclusive";
    errors.push(FieldError.invalid(path, mode, why));
  }
}

/** The rules for which keys become which files. */
export function validateItems(
  errors: FieldError[],
  path: FieldPath,
  items: readonly KeyToPath[] | undefined,
): void {
  for (const [index, { key, path: file, mode }] of (items ?? []).entries()) {
    const at = path.index(index);
    if (!key) errors.push(FieldError.required(at.child("key")));
    if (!file) errors.push(FieldError.required(at.child("path")));
    else validateUnreservedPath(errors, at.child("path"), file);
    validateMode(errors, at.child("mode"), mode);
  }
}

/** The rules for files that show a pod's own fields. */
export function validateDownwardFiles(
  errors: FieldError[],
  path: FieldPath,
  files: readonly DownwardAPIVolumeFile[] | undefined,
): void {
  for (const { path: file, fieldRef, resourceFieldRef, mode } of files ?? []) {
    if (!file) errors.push(FieldError.required(path.child("path")));
    else validateUnreservedPath(errors, path.child("path"), file);
    if (fieldRef !== undefined) {
      validateFieldRef(errors, path.child("fieldRef"), fieldRef, VOLUME_FIELDS);
      if (resourceFieldRef !== undefined) {
        const why = "fieldRef and resourceFieldRef can not be specified simultaneously";
        errors.push(FieldError.invalid(path, "resource", why));
      }
    } else if (resourceFieldRef !== undefined) {
      const at = path.child("resourceFieldRef");
      validateResourceFieldRef(errors, at, resourceFieldRef, true);
    } else {
      errors.push(
        FieldError.required(path, "one of fieldRef and resourceFieldRef is required"),
      );
    }
    validateMode(errors, path.child("mode"), mode);
  }
}
