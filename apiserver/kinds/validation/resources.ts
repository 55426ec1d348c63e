/**
 * Amounts of resources that containers ask for and are held to.
 *
 * @module
 */

import type { ResourceList, ResourceRequirements } from "../../../toolkit/api/core_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { Names } from "../../../toolkit/names.ts";
import { addInvalid, checkDns1123Label, checkLabelKey } from "../../../toolkit/validation/mod.ts";
import { Quantity } from "../../../toolkit/values/mod.ts";
import { NOT_NEGATIVE } from "./numbers.ts";
import { isWhole } from "./whole_amount.ts";

const HUGE_PAGES = "hugepages-";

const CONTAINER_RESOURCES: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** What is counted, and can't be had in parts. */
const COUNTED: ReadonlySet<string> = new Set([
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

/** Names without a domain that quotas, nodes and claims know besides those of containers. */
export const STANDARD_RESOURCES: ReadonlySet<string> = new Set([
  ...CONTAINER_RESOURCES,
  ...["cpu", "memory", "ephemeral-storage"].flatMap((
    name,
  ) => [`requests.${name}`, `limits.${name}`]),
  "requests.storage",
  "storage",
  ...COUNTED,
]);

const FINER_THAN_THOUSANDTHS = /[nue.E-]/;

/** Fills in amounts: they are kept to the thousandth, and what is less is rounded up. */
export function roundUp(amounts: ResourceList | undefined): void {
  if (amounts === undefined) return;
  for (const [name, amount] of Object.entries(amounts)) {
    // Nothing but these can be finer.
    if (!FINER_THAN_THOUSANDTHS.test(amount)) continue;
    amounts[name] = Quantity.parse(amount).roundUp(-3).toString();
  }
}

/** The amount of a resource in a list, which may name one like a member of all objects. */
export function amountIn(list: ResourceList | undefined, name: string): string | undefined {
  return list !== undefined && Object.hasOwn(list, name) ? list[name] : undefined;
}

/** Whether it is a kind of huge pages: `hugepages-2Mi`. */
export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

/** Whether it is a kind of huge pages as quotas name them: also `requests.hugepages-2Mi`. */
export function isQuotaHugePages(name: string): boolean {
  return isHugePages(name) || name.startsWith(`requests.${HUGE_PAGES}`);
}

/** Whether a resource is the system's own, not that of some device. */
function isNative(name: string, { domain }: Names): boolean {
  return !name.includes("/") || name.includes(`${domain}/`);
}

/** Whether more of it may be promised than there is. */
export function isOvercommitAllowed(name: string, names: Names): boolean {
  return isNative(name, names) && !isHugePages(name);
}

/** The rules for the name of any resource. */
export function validateResourceName(errors: FieldError[], path: FieldPath, name: string): void {
  const wrong = checkLabelKey(name);
  if (wrong.length > 0) return addInvalid(errors, path, name, wrong);
  if (!name.includes("/") && !STANDARD_RESOURCES.has(name) && !isQuotaHugePages(name)) {
    const why = "must be a standard resource type or fully qualified";
    errors.push(FieldError.invalid(path, name, why));
  }
}

/** The rules for the name of a resource that containers may ask for. */
export function validateContainerResourceName(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  names: Names,
): void {
  if (CONTAINER_RESOURCES.has(name)) return;
  validateResourceName(errors, path, name);
  if (!name.includes("/")) {
    if (!isHugePages(name)) {
      const why = "must be a standard resource for containers";
      errors.push(FieldError.invalid(path, name, why));
    }
  } else if (!isNative(name, names) && !isExtended(name)) {
    const why = "doesn't follow extended resource name standard";
    errors.push(FieldError.invalid(path, name, why));
  }
}

/** Whether it is a resource of some device, by a name that quotas can use too. */
export function isExtendedResource(name: string, names: Names): boolean {
  return !isNative(name, names) && isExtended(name);
}

/** A device's resource must leave room for the prefix that quotas put before it. */
function isExtended(name: string): boolean {
  return !name.startsWith("requests.") && checkLabelKey(`requests.${name}`).length === 0;
}

/** The rules for an amount: not below zero, and whole where the resource can't be divided. */
export function validateResourceAmount(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  amount: Quantity,
  names: Names,
): void {
  if (amount.sign < 0) errors.push(FieldError.invalid(path, String(amount), NOT_NEGATIVE));
  const whole = COUNTED.has(name) || isExtendedResource(name, names);
  if (whole && !isWhole(amount)) {
    errors.push(FieldError.invalid(path, String(amount), "must be an integer"));
  }
}

/** The rules for the name of a resource, of a container or of something else. */
export type ResourceNameRules = (
  errors: FieldError[],
  path: FieldPath,
  name: string,
  names: Names,
) => void;

/** The rules for a container's (or a pod's) limits, requests and claims. */
export function validateRequirements(
  errors: FieldError[],
  path: FieldPath,
  requirements: ResourceRequirements,
  names: Names,
  claims: ReadonlySet<string> = NO_CLAIMS,
  validateName: ResourceNameRules = validateContainerResourceName,
): void {
  const validateAmount = (at: FieldPath, name: string, amount: string) => {
    validateName(errors, at, name, names);
    validateResourceAmount(errors, at, name, Quantity.parse(amount), names);
  };
  const { limits, requests } = requirements;
  if (limits !== undefined) {
    const list = path.child("limits");
    for (const [name, limit] of Object.entries(limits)) {
      const at = list.key(name);
      validateAmount(at, name, limit);
      if (isHugePages(name)) validatePages(errors, at, name, limit);
    }
  }
  if (requests !== undefined) {
    const list = path.child("requests");
    for (const [name, request] of Object.entries(requests)) {
      const at = list.key(name);
      validateAmount(at, name, request);
      validateWithin(errors, path, name, request, amountIn(limits, name), names);
      if (isHugePages(name)) validatePages(errors, at, name, request);
    }
  }
  const all = [...Object.keys(limits ?? {}), ...Object.keys(requests ?? {})];
  if (all.some(isHugePages) && !all.includes("cpu") && !all.includes("memory")) {
    errors.push(FieldError.forbidden(path, "HugePages require cpu or memory"));
  }
  if (requirements.claims !== undefined) validateClaims(errors, path, requirements.claims, claims);
}

const NO_CLAIMS: ReadonlySet<string> = new Set();

/** Huge pages are had whole: their size is part of their name. */
function validatePages(errors: FieldError[], path: FieldPath, name: string, text: string): void {
  const size = pageSize(name);
  const amount = Quantity.parse(text).wholeValue();
  if (size !== undefined && size > 0n && amount !== undefined && amount % size === 0n) return;
  const why = `${text} is not positive integer multiple of ${name}`;
  errors.push(FieldError.invalid(path, text, why));
}

function pageSize(name: string): bigint | undefined {
  try {
    return Quantity.parse(name.slice(HUGE_PAGES.length)).wholeValue();
  } catch {
    return undefined;
  }
}

function validateWithin(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  request: string,
  limit: string | undefined,
  names: Names,
): void {
  const overcommit = isOvercommitAllowed(name, names);
  if (limit === undefined) {
    if (!overcommit) {
      const why = "Limit must be set for non overcommitable resources";
      errors.push(FieldError.required(path.child("limits"), why));
    }
    return;
  }
  if (limit === request) return;
  const order = Quantity.parse(request).compare(Quantity.parse(limit));
  if (order === 0) return;
  if (!overcommit) {
    const why = `must be equal to ${name} limit of ${limit}`;
    errors.push(FieldError.invalid(path.child("requests"), request, why));
  } else if (order > 0) {
    const why = `must be less than or equal to ${name} limit of ${limit}`;
    errors.push(FieldError.invalid(path.child("requests"), request, why));
  }
}

function validateClaims(
  errors: FieldError[],
  path: FieldPath,
  claims: NonNullable<ResourceRequirements["claims"]>,
  known: ReadonlySet<string>,
): void {
  const seen = new Set<string>();
  const parts = new Map<string, number>();
  for (const [index, { name, request = "" }] of claims.entries()) {
    const at = path.child("claims").index(index);
    if (!name) {
      errors.push(FieldError.required(at));
      continue;
    }
    if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    else {
      if (request !== "") {
        addInvalid(errors, at.child("request"), request, checkDns1123Label(request));
      }
      const key = request === "" ? name : `${name}/${request}`;
      if (seen.has(key)) errors.push(FieldError.duplicate(at, key));
      else if (request !== "") parts.set(name, (parts.get(name) ?? 0) + 1);
      else {
        // All of a claim is asked for after parts of it: once for each of them.
        for (let count = parts.get(name) ?? 0; count > 0; count--) {
          errors.push(FieldError.duplicate(at, name));
        }
      }
      seen.add(key);
    }
    if (!known.has(name)) errors.push(FieldError.notFound(at, name, whichThereAre(known)));
  }
}

/** Each container may ask for claims that are not there: those that are, are listed once. */
const lists = new WeakMap<ReadonlySet<string>, string>();

function whichThereAre(known: ReadonlySet<string>): string {
  let text = lists.get(known);
  if (text === undefined) {
    const which = known.size === 0 ? " which is empty" : `: ${[...known].sort().join(", ")}`;
    text = `must be one of the names in pod.spec.resourceClaims${which}`;
    lists.set(known, text);
  }
  return text;
}
