/**
 * Metadata of templates of small objects: only what is copied may be there.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { validateAnnotations, validateLabels } from "../../../toolkit/validation/mod.ts";

/** The rules for the metadata of a template that takes labels and annotations, and nothing else. */
export function validateTemplateMetadata(
  errors: FieldError[],
  path: FieldPath,
  metadata: ObjectMeta | undefined,
): void {
  if (metadata === undefined) return;
  const { labels, annotations, ...others } = metadata;
  addAll(errors, validateAnnotations(annotations, path.child("annotations")));
  addAll(errors, validateLabels(labels, path.child("labels")));
  for (const [field, value] of Object.entries(others)) {
    // A time of no seconds is one that somebody set.
    const isTime = field === "deletionGracePeriodSeconds" && value === 0;
    if (isEmpty(value) && !isTime) continue;
    errors.push(FieldError.forbidden(path.child(field === "uid" ? "uID" : field), "cannot be set"));
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || value === 0 ||
    (Array.isArray(value) && value.length === 0);
}
