/**
 * The rules for label selectors inside objects.
 *
 * @module
 */

import { addAll } from "../add_all.ts";
import type { LabelSelector, LabelSelectorRequirement } from "../api/meta_v1.ts";
import { FieldError } from "../errors/field_error.ts";
import type { FieldPath } from "../errors/field_path.ts";
import { checkLabelKey, checkLabelValue } from "./label.ts";
import { addInvalid, validateLabels } from "./metadata.ts";

/** How lenient to be. */
export interface LabelSelectorRules {
  /** Take values that no label can have: for updates of objects that have such. Default false. */
  allowInvalidValues?: boolean;
  /** Take operators that nobody knows: for access reviews. Default false. */
  allowUnknownOperators?: boolean;
}

/** The rules for a label selector; an absent one breaks none. */
export function validateLabelSelector(
  selector: LabelSelector | undefined,
  rules: LabelSelectorRules,
  path: FieldPath,
): FieldError[] {
  const errors = validateLabels(selector?.matchLabels, path.child("matchLabels"));
  const expressions = path.child("matchExpressions");
  for (const [index, requirement] of (selector?.matchExpressions ?? []).entries()) {
    addAll(errors, validateLabelRequirement(requirement, rules, expressions.index(index)));
  }
  return errors;
}

/** The rules for one requirement of a label selector. */
export function validateLabelRequirement(
  requirement: LabelSelectorRequirement,
  rules: LabelSelectorRules,
  path: FieldPath,
): FieldError[] {
  const { key, operator, values = [] } = requirement;
  const errors = validateOperator(operator, values, rules, path);
  addInvalid(errors, path.child("key"), key, checkLabelKey(key));
  if (rules.allowInvalidValues) return errors;
  for (const [index, value] of values.entries()) {
    addInvalid(errors, path.child("values").index(index), value, checkLabelValue(value));
  }
  return errors;
}

/** The rules for a requirement's operator, and whether it has values. */
export function validateOperator(
  operator: string,
  values: readonly string[] = [],
  rules: LabelSelectorRules,
  path: FieldPath,
): FieldError[] {
  const errors: FieldError[] = [];
  if (operator === "In" || operator === "NotIn") {
    if (values.length === 0) {
      const message = "must be specified when `operator` is 'In' or 'NotIn'";
      errors.push(FieldError.required(path.child("values"), message));
    }
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (values.length > 0) {
      const message = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      errors.push(FieldError.forbidden(path.child("values"), message));
    }
  } else if (!rules.allowUnknownOperators) {
    const message = "not a valid selector operator";
    errors.push(FieldError.invalid(path.child("operator"), operator, message));
  }
  return errors;
}
