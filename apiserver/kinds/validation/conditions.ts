/**
 * Conditions: what is known of an object, a type each.
 *
 * @module
 */

import type { Condition } from "../../../toolkit/api/meta_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkConditionReason,
  checkLabelKey,
  isLongerThan,
} from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "./choices.ts";

const REASON_LIMIT_BYTES = 1024;
const MESSAGE_LIMIT_BYTES = 32 * 1024;

/** What a condition can be. */
export const CONDITION_STATUSES = ["False", "True", "Unknown"];

/** The rules for a list of conditions. */
export function validateConditions(
  errors: FieldError[],
  path: FieldPath,
  conditions: readonly Condition[] | null | undefined,
): void {
  const seen = new Set<string>();
  for (const [index, condition] of (conditions ?? []).entries()) {
    const at = path.index(index);
    if (seen.has(condition.type)) {
      errors.push(FieldError.duplicate(at.child("type"), condition.type));
    }
    seen.add(condition.type);
    validateCondition(errors, at, condition);
  }
}

function validateCondition(errors: FieldError[], path: FieldPath, condition: Condition): void {
  const { type = "", status = "", observedGeneration = 0, reason, message = "" } = condition;
  addInvalid(errors, path.child("type"), type, checkLabelKey(type));
  validateChoice(errors, path.child("status"), status, CONDITION_STATUSES);
  if (observedGeneration < 0) {
    const why = "must be greater than or equal to zero";
    errors.push(FieldError.invalid(path.child("observedGeneration"), observedGeneration, why));
  }
  if (!condition.lastTransitionTime) {
    errors.push(FieldError.required(path.child("lastTransitionTime")));
  }
  const at = path.child("reason");
  if (!reason) errors.push(FieldError.required(at));
  else {
    addInvalid(errors, at, reason, checkConditionReason(reason));
    if (isLongerThan(reason, REASON_LIMIT_BYTES)) {
      errors.push(FieldError.tooLong(at, REASON_LIMIT_BYTES));
    }
  }
  if (isLongerThan(message, MESSAGE_LIMIT_BYTES)) {
    errors.push(FieldError.tooLong(path.child("message"), MESSAGE_LIMIT_BYTES));
  }
}

/** Refuses a second condition of a type, and one without any: all that older kinds ask of them. */
export function validateConditionTypes(
  errors: FieldError[],
  path: FieldPath,
  conditions: readonly { readonly type?: string }[] | null | undefined,
): void {
  const seen = new Set<string>();
  for (const [index, { type = "" }] of (conditions ?? []).entries()) {
    const at = path.index(index).child("type");
    if (seen.has(type)) errors.push(FieldError.duplicate(at, type));
    seen.add(type);
    if (type === "") errors.push(FieldError.required(at));
  }
}
