/**
 * How much of a device's capacity can be asked for, where several claims share the device.
 *
 * @module
 */

import type {
  CapacityRequestPolicy,
  CapacityRequestPolicyRange,
} from "../../../toolkit/api/resource_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { validateSet } from "./lists.ts";

const MAX_VALUES = 10;

/** The rules for what can be asked of a capacity of `whole`. */
export function validateRequestPolicy(
  errors: FieldError[],
  path: FieldPath,
  whole: string,
  { default: usual, validValues: values = [], validRange: range }: CapacityRequestPolicy,
): void {
  if (values.length > 0 && range !== undefined) {
    const why = 'exactly one policy can be specified, cannot specify "validValues" and ' +
      '"validRange" at the same time';
    errors.push(FieldError.forbidden(path, why));
    return;
  }
  if (values.length === 0 && range === undefined) return;
  const field = range === undefined ? "validValues" : "validRange";
  if (usual === undefined || usual === null) {
    errors.push(FieldError.required(path.child("default"), `required when ${field} is defined`));
    return;
  }
  const [most, byDefault] = [Quantity.parse(whole), Quantity.parse(usual)];
  if (range === undefined) validateValues(errors, path.child(field), most, byDefault, values);
  else validateRange(errors, path.child(field), most, byDefault, range);
}

function validateValues(
  errors: FieldError[],
  path: FieldPath,
  most: Quantity,
  byDefault: Quantity,
  texts: readonly string[],
): void {
  const values = texts.map((text) => Quantity.parse(text));
  for (const [index, value] of values.entries()) {
    const before = values[index - 1];
    if (before === undefined || before.compare(value) <= 0) continue;
    const why = "values must be sorted in ascending order";
    errors.push(FieldError.invalid(path.index(index), String(value), why));
  }
  const wholeText = (value: Quantity) => String(value.value());
  validateSet(errors, path, values, MAX_VALUES, wholeText, (_, at, value) => {
    if (value.compare(most) <= 0) return;
    const why = `option is larger than capacity value: ${most}`;
    errors.push(FieldError.invalid(at, String(value), why));
  });
  if (values.some((value) => value.equals(byDefault))) return;
  const why = "default value is not valid according to the requestPolicy";
  errors.push(FieldError.invalid(path, String(byDefault), why));
}

function validateRange(
  errors: FieldError[],
  path: FieldPath,
  most: Quantity,
  byDefault: Quantity,
  range: CapacityRequestPolicyRange,
): void {
  const wrong = (field: string, value: Quantity, why: string) =>
    errors.push(FieldError.invalid(path.child(field), String(value), why));
  const [min, max, step] = [range.min, range.max, range.step]
    .map((text) => text === undefined ? undefined : Quantity.parse(text));
  if (min === undefined) {
    errors.push(FieldError.required(path.child("min"), "required when validRange is defined"));
    return;
  }
  if (min.compare(most) > 0) wrong("min", min, `min is larger than capacity value: ${most}`);
  if (byDefault.compare(min) < 0) wrong("min", byDefault, `default is less than min: ${min}`);
  if (max !== undefined) {
    if (min.compare(max) > 0) wrong("max", min, `min is larger than max: ${max}`);
    if (max.compare(most) > 0) wrong("max", max, `max is larger than capacity value: ${most}`);
    if (byDefault.compare(max) > 0) wrong("max", byDefault, `default is more than max: ${max}`);
  }
  if (step === undefined) return;
  const first = min.add(step);
  if (first.compare(most) > 0) {
    wrong("step", step, `one step ${first} is larger than capacity value: ${most}`);
  }
  for (const value of [byDefault, max]) {
    if (value === undefined || isStep(value, min, step)) continue;
    wrong("step", value, `value is not a multiple of a given step (${step}) from (${min})`);
  }
}

/** Whether whole steps lead from the least to the value. Steps of no length lead nowhere. */
function isStep(value: Quantity, min: Quantity, step: Quantity): boolean {
  const [way, length] = [value.value() - min.value(), step.value()];
  return length === 0n ? way === 0n : way % length === 0n;
}
