/**
 * References to objects of any kind, by group, kind and name.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkPathSegmentName,
} from "../../../toolkit/validation/mod.ts";

/** What refers to an object that lives in the same place. */
export interface TypedReference {
  readonly apiGroup?: string | null;
  readonly kind: string;
  readonly name: string;
}

/** The rules for a reference: kind and name become steps of a path. */
export function validateTypedReference(
  errors: FieldError[],
  path: FieldPath,
  { apiGroup, kind, name }: TypedReference,
): void {
  if (apiGroup !== undefined && apiGroup !== null) {
    addInvalid(errors, path.child("apiGroup"), apiGroup, checkDns1123Subdomain(apiGroup));
  }
  requirePathSegment(errors, path.child("kind"), kind);
  requirePathSegment(errors, path.child("name"), name);
}

/** The rules for a text that must be there, and becomes a step of a path. */
export function requirePathSegment(
  errors: FieldError[],
  path: FieldPath,
  text: string | undefined,
): void {
  if (!text) errors.push(FieldError.required(path));
  else addInvalid(errors, path, text, checkPathSegmentName(text));
}
