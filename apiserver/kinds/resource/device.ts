/**
 * One device of a slice.
 *
 * @module
 */

import type { Device, DeviceAttribute, DeviceTaint } from "../../../toolkit/api/resource_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1123Subdomain,
  checkLabelKey,
  checkLabelValue,
  isLongerThan,
} from "../../../toolkit/validation/mod.ts";
import { equalStored } from "../../resource/equal_stored.ts";
import { validateNodeSelector } from "../pod/scheduling.ts";
import { requireChoice } from "../validation/choices.ts";
import { validateBindingConditions } from "./binding_conditions.ts";
import { validateRequestPolicy } from "./capacity.ts";
import { DEVICE_EFFECTS } from "./claim_spec.ts";
import { validateCounters } from "./counters.ts";
import { validateList, validateMap, validateSet } from "./lists.ts";
import { QUALIFIED_LIMIT_BYTES, validateLabelName, validateQualifiedName } from "./names.ts";

const MAX_ATTRIBUTES = 32;
const MAX_TAINTS = 16;
const MAX_CONSUMPTIONS = 2;
const VALUE_LIMIT_BYTES = 64;
const ONE_PLACE = "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when " +
  "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";

/** The rules for a device; `each` says that every device says where it is. */
export function validateDevice(
  errors: FieldError[],
  path: FieldPath,
  device: Device,
  old: Device | undefined,
  each: boolean,
): void {
  const { attributes = {}, capacity = {}, taints, consumesCounters } = device;
  validateLabelName(errors, path.child("name"), device.name);
  const count = Object.keys(attributes).length + Object.keys(capacity).length;
  if (count > MAX_ATTRIBUTES) {
    const why = `the total number of attributes and capacities must not exceed ${MAX_ATTRIBUTES}`;
    errors.push(FieldError.invalid(path, count, why));
  }
  validateMap(
    errors,
    path.child("attributes"),
    attributes,
    undefined,
    QUALIFIED_LIMIT_BYTES,
    validateQualifiedName,
    validateAttribute,
  );
  validateMap(
    errors,
    path.child("capacity"),
    capacity,
    undefined,
    QUALIFIED_LIMIT_BYTES,
    validateQualifiedName,
    (_, at, { value, requestPolicy }) => {
      if (requestPolicy === undefined) return;
      const where = at.child("requestPolicy");
      if (device.allowMultipleAllocations) {
        validateRequestPolicy(errors, where, value, requestPolicy);
      } else errors.push(FieldError.forbidden(where, "allowMultipleAllocations must be true"));
    },
  );
  if (old === undefined || !equalStored(old.taints, taints)) {
    validateList(errors, path.child("taints"), taints, MAX_TAINTS, validateTaint);
  }
  validateSet(
    errors,
    path.child("consumesCounters"),
    consumesCounters,
    MAX_CONSUMPTIONS,
    ({ counterSet }) => counterSet,
    (_, at, { counterSet, counters }) =>
      validateCounters(errors, at, "counterSet", counterSet, counters),
  );
  validatePlace(errors, path, device, each);
  validateBindingConditions(errors, path, device);
}

function validatePlace(errors: FieldError[], path: FieldPath, device: Device, each: boolean): void {
  const { nodeName, nodeSelector, allNodes } = device;
  if (!each) {
    if ([nodeName, nodeSelector, allNodes].every((field) => field === undefined)) return;
    const why = "`nodeName`, `nodeSelector` and `allNodes` can only be set if " +
      "`perDeviceNodeSelection` is set to true in the ResourceSlice spec";
    errors.push(FieldError.invalid(path, null, why));
    return;
  }
  const found: string[] = [];
  if (nodeName === "") {
    errors.push(FieldError.invalid(path.child("nodeName"), nodeName, "must not be empty"));
  } else if (nodeName !== undefined) {
    found.push("`nodeName`");
    addInvalid(errors, path.child("nodeName"), nodeName, checkDns1123Subdomain(nodeName));
  }
  if (nodeSelector !== undefined) {
    found.push("`nodeSelector`");
    validateNodeSelector(errors, path.child("nodeSelector"), nodeSelector);
  }
  if (allNodes === true) found.push("`allNodes`");
  else if (allNodes === false) {
    const why = "must be either unset or set to true";
    errors.push(FieldError.invalid(path.child("allNodes"), false, why));
  }
  if (found.length === 0) errors.push(FieldError.required(path, ONE_PLACE));
  if (found.length > 1) {
    errors.push(FieldError.invalid(path, `{${found.join(", ")}}`, ONE_PLACE));
  }
}

/** As the standard has versions: three numbers, then what comes before them, then the build. */
const VERSION = new RegExp(
  "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)" +
    "(-(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(\\.(0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?" +
    "(\\+[0-9a-zA-Z-]+(\\.[0-9a-zA-Z-]+)*)?$",
);

function validateAttribute(
  errors: FieldError[],
  path: FieldPath,
  attribute: DeviceAttribute,
): void {
  for (const [name, texts] of [["string", "strings"], ["version", "versions"]] as const) {
    const one = attribute[name];
    if (one !== undefined) validateText(errors, path.child(name), one, name);
    for (const [index, text] of (attribute[texts] ?? []).entries()) {
      validateText(errors, path.child(texts).index(index), text, name);
    }
  }
  const count = Object.values(attribute).filter((value) => value !== undefined).length;
  if (count === 1) return;
  const value = count === 0 ? "" : attribute;
  errors.push(FieldError.invalid(path, value, "exactly one value must be specified"));
}

function validateText(
  errors: FieldError[],
  path: FieldPath,
  text: string,
  kind: "string" | "version",
): void {
  const isTooLong = isLongerThan(text, VALUE_LIMIT_BYTES);
  // A long text is not matched: it is refused already.
  if (kind === "version" && (isTooLong || !VERSION.test(text))) {
    const why = "must be a string compatible with semver.org spec 2.0.0";
    errors.push(FieldError.invalid(path, text, why));
  }
  if (isTooLong) errors.push(FieldError.tooLong(path, VALUE_LIMIT_BYTES));
}

function validateTaint(
  errors: FieldError[],
  path: FieldPath,
  { key, value = "", effect }: DeviceTaint,
): void {
  addInvalid(errors, path.child("key"), key, checkLabelKey(key));
  if (value !== "") addInvalid(errors, path.child("value"), value, checkLabelValue(value));
  requireChoice(errors, path.child("effect"), effect, DEVICE_EFFECTS);
}
