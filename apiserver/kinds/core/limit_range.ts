/**
 * Limit ranges: bounds and defaults for the objects of a namespace.
 *
 * @module
 */

import type { LimitRange, LimitRangeItem } from "../../../toolkit/api/core_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { metadataOf } from "../../resource/metadata.ts";
import type { KindRules } from "../declaration.ts";
import { columnsOf, CREATED_AT_COLUMN, NAME_COLUMN } from "../columns/column.ts";
import {
  amountIn,
  isOvercommitAllowed,
  roundUp,
  validateContainerResourceName,
  validateResourceName,
} from "../validation/resources.ts";

const LIMITS = FieldPath.of("spec", "limits");
const TYPES = new Set(["Pod", "Container", "PersistentVolumeClaim"]);
const FIELDS = ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] as const;

const limitsOf = (object: JsonObject) => (object as unknown as LimitRange).spec?.limits ?? [];

function validateItem(
  errors: FieldError[],
  path: FieldPath,
  item: LimitRangeItem,
  names: Names,
): void {
  const { type } = item;
  for (const field of FIELDS) {
    const amounts = item[field] ?? {};
    const given = field === "default" || field === "defaultRequest";
    if (type === "Pod" && given) {
      if (Object.keys(amounts).length === 0) continue;
      errors.push(
        FieldError.forbidden(path.child(field), "may not be specified when `type` is 'Pod'"),
      );
      continue;
    }
    // Here it stands in the reference's order.
    if (field === "maxLimitRequestRatio") requireStorage(errors, path, item);
    for (const name of Object.keys(amounts)) {
      const at = path.child(field).key(name);
      if (type === "Pod" || type === "Container") {
        validateContainerResourceName(errors, at, name, names);
      } else validateResourceName(errors, at, name);
    }
  }
  // What pods may not say at all is not compared.
  const { default: _, defaultRequest: _requests, ...bounds } = item;
  const compared: LimitRangeItem = type === "Pod" ? bounds : item;
  for (const name of new Set(FIELDS.flatMap((field) => Object.keys(compared[field] ?? {})))) {
    validateOrder(errors, path, compared, name, names);
  }
}

function requireStorage(errors: FieldError[], path: FieldPath, item: LimitRangeItem): void {
  if (item.type !== "PersistentVolumeClaim" || item.min?.storage || item.max?.storage) return;
  const why = "either minimum or maximum storage value is required, but neither was provided";
  errors.push(FieldError.required(path.child("limits"), why));
}

/**
 * What the bounds of one resource are, from low to high: which of the two is blamed, whose value is
 * shown, and how messages call them.
 */
const ORDER = [
  ["min", "max", "min", "min", "min value", "max value"],
  [
    "min",
    "defaultRequest",
    "defaultRequest",
    "defaultRequest",
    "min value",
    "default request value",
  ],
  [
    "defaultRequest",
    "max",
    "defaultRequest",
    "defaultRequest",
    "default request value",
    "max value",
  ],
  [
    "defaultRequest",
    "default",
    "defaultRequest",
    "defaultRequest",
    "default request value",
    "default limit value",
  ],
  ["min", "default", "default", "min", "min value", "default value"],
  ["default", "max", "default", "max", "default value", "max value"],
] as const;

function validateOrder(
  errors: FieldError[],
  path: FieldPath,
  item: LimitRangeItem,
  name: string,
  names: Names,
): void {
  const amountOf = (field: typeof FIELDS[number]) => quantityIn(item, field, name);
  for (const [lower, higher, blamed, shownOf, lowerName, higherName] of ORDER) {
    const low = amountOf(lower);
    const high = amountOf(higher);
    if (low === undefined || high === undefined || low.compare(high) <= 0) continue;
    const shown = shownOf === lower ? low : high;
    const why = `${lowerName} ${low} is greater than ${higherName} ${high}`;
    errors.push(FieldError.invalid(path.child(blamed).key(name), shown, why));
  }
  validateRatio(errors, path, item, name);
  const [limit, request] = [amountOf("default"), amountOf("defaultRequest")];
  if (limit === undefined || request === undefined || limit.compare(request) === 0) return;
  if (isOvercommitAllowed(name, names)) return;
  const why = `default value ${limit} must equal to defaultRequest value ${request} in ${name}`;
  errors.push(FieldError.invalid(path.child("defaultRequest").key(name), request, why));
}

function quantityIn(item: LimitRangeItem, field: typeof FIELDS[number], name: string) {
  const text = amountIn(item[field], name);
  return text === undefined ? undefined : Quantity.parse(text);
}

function validateRatio(
  errors: FieldError[],
  path: FieldPath,
  item: LimitRangeItem,
  name: string,
): void {
  const ratio = quantityIn(item, "maxLimitRequestRatio", name);
  if (ratio === undefined) return;
  const at = path.child("maxLimitRequestRatio").key(name);
  if (ratio.compare(Quantity.of(1)) < 0) {
    errors.push(FieldError.invalid(at, ratio, `ratio ${ratio} is less than 1`));
  }
  const [min, max] = [quantityIn(item, "min", name), quantityIn(item, "max", name)];
  if (min === undefined || max === undefined || min.isZero) return;
  const most = max.toNumber() / min.toNumber();
  if (ratio.toNumber() > most) {
    const why = `ratio ${ratio} is greater than max/min = ${most.toFixed(6)}`;
    errors.push(FieldError.invalid(at, ratio, why));
  }
}

/** What is not said follows from what is: limits from bounds, requests from limits. */
function fillIn(item: LimitRangeItem): void {
  for (const field of FIELDS) roundUp(item[field]);
  if (item.type !== "Container") return;
  const limits = item.default ??= {};
  const requests = item.defaultRequest ??= {};
  for (const [name, amount] of Object.entries(item.max ?? {})) limits[name] ??= amount;
  for (const [name, amount] of Object.entries(limits)) requests[name] ??= amount;
  for (const [name, amount] of Object.entries(item.min ?? {})) requests[name] ??= amount;
}

/**
 * The rules for limit ranges: each limit's minimum, defaults and maximum must be in order. What
 * they do to pods is admission's part.
 */
export function limitRangeRules(names: Names): KindRules {
  const validate = (object: JsonObject): FieldError[] => {
    const errors: FieldError[] = [];
    const seen = new Set<string>();
    for (const [index, item] of limitsOf(object).entries()) {
      const path = LIMITS.index(index);
      const { type } = item;
      const wrong = checkLabelKey(type);
      addInvalid(errors, path.child("type"), type, wrong);
      if (wrong.length === 0 && !type.includes("/") && !TYPES.has(type)) {
        const why = "must be a standard limit type or fully qualified";
        errors.push(FieldError.invalid(path.child("type"), type, why));
      }
      if (seen.has(type)) errors.push(FieldError.duplicate(path.child("type"), type));
      seen.add(type);
      validateItem(errors, path, item, names);
    }
    return errors;
  };
  return {
    createsOnUpdate: true,
    columns: columnsOf(NAME_COLUMN, CREATED_AT_COLUMN),
    setDefaults: (object) => limitsOf(object).forEach(fillIn),
    prepareForCreate(object, writing) {
      metadataOf(object).name ||= writing.uid();
    },
    validate,
    validateUpdate: validate,
  };
}
