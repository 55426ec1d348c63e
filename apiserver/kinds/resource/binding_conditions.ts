/**
 * Conditions of devices that a pod waits for before it is bound.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { validateList } from "./lists.ts";

const MAX_CONDITIONS = 4;

/** What has such conditions. */
export interface BindingConditions {
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
}

/** The rules for conditions that let a pod be bound, and those that prevent it: both, or none. */
export function validateBindingConditions(
  errors: FieldError[],
  path: FieldPath,
  { bindingConditions, bindingFailureConditions }: BindingConditions,
): void {
  const [good, bad] = [bindingConditions ?? [], bindingFailureConditions ?? []];
  const [goodPath, badPath] = ["bindingConditions", "bindingFailureConditions"]
    .map((field) => path.child(field)) as [FieldPath, FieldPath];
  const key = (_: FieldError[], at: FieldPath, condition: string) =>
    addInvalid(errors, at, condition, checkLabelKey(condition));
  validateList(errors, goodPath, good, MAX_CONDITIONS, key);
  validateList(errors, badPath, bad, MAX_CONDITIONS, key);
  const letting = new Set<string>();
  for (const [index, condition] of good.entries()) {
    if (letting.has(condition)) {
      errors.push(FieldError.duplicate(goodPath.index(index), condition));
    }
    letting.add(condition);
  }
  const preventing = new Set<string>();
  for (const [index, condition] of bad.entries()) {
    if (preventing.has(condition)) {
      errors.push(FieldError.duplicate(badPath.index(index), condition));
    }
    preventing.add(condition);
    if (letting.has(condition)) {
      const why = "bindingFailureConditions must not overlap with bindingConditions";
      errors.push(FieldError.invalid(badPath.index(index), condition, why));
    }
  }
  if (good.length === 0 && bad.length > 0) {
    const why = "bindingConditions are required to use bindingFailureConditions";
    errors.push(FieldError.invalid(goodPath, bindingConditions ?? null, why));
  }
  if (bad.length === 0 && good.length > 0) {
    const why = "bindingFailureConditions are required to use bindingConditions";
    errors.push(FieldError.invalid(badPath, bindingFailureConditions ?? null, why));
  }
}
