/**
 * What a claim asks for: devices, how they belong together, and how they are set up.
 *
 * @module
 */

import type {
  DeviceClaim,
  DeviceConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelector,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from "../../../toolkit/api/resource_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkLabelKey,
  checkLabelValue,
  isLongerThan,
} from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "../validation/choices.ts";
import { validateExpression } from "../expressions/expression.ts";
import { itself, validateList, validateOpaque, validateSet } from "./lists.ts";
import {
  requireClassName,
  requireDriverName,
  validateFullName,
  validateLabelName,
} from "./names.ts";

/** The most requests of a claim, and of what refers to them. */
const MAX_REQUESTS = 32;
/** The most configurations of a claim or of a class. */
export const MAX_CONFIGURATIONS = 32;
const MAX_CONSTRAINTS = 32;
const MAX_ALTERNATIVES = 8;
const MAX_SELECTORS = 32;
const EXPRESSION_LIMIT_BYTES = 10 * 1024;
/** The most bytes of what only a driver understands. */
export const OPAQUE_LIMIT_BYTES = 10 * 1024;

/** What becomes of pods on a device. */
export const DEVICE_EFFECTS = ["NoExecute", "NoSchedule", "None"];
const EXCLUSIVE = "exactly one of `exactly` or `firstAvailable` is required";
const NO_REQUEST = "must be the name of a request in the claim or the name of a request and a " +
  "subrequest separated by '/'";

/**
 * The names of a claim's requests: `a`, and `a/b` for an alternative b of it. Of two of the same name the
 * last one counts, and one with a slash in its name can't be named.
 */
export function requestNames(claim: DeviceClaim | undefined): ReadonlySet<string> {
  const nameable = (claim?.requests ?? []).filter(({ name }) => !name.includes("/"));
  const byName = new Map(nameable.map((request) => [request.name, request]));
  return new Set(
    [...byName.values()].flatMap(({ name, firstAvailable = [] }) => [
      name,
      ...firstAvailable.map((alternative) => `${name}/${alternative.name}`),
    ]),
  );
}

/** Fills in what a claim asks for. */
export function setClaimDefaults(spec: ResourceClaimSpec | undefined): void {
  for (const { exactly, firstAvailable } of spec?.devices?.requests ?? []) {
    for (const request of [exactly, ...firstAvailable ?? []]) {
      if (request === undefined) continue;
      request.allocationMode ||= "ExactCount";
      if (request.allocationMode === "ExactCount") request.count ||= 1;
      setTolerationDefaults(request.tolerations);
    }
  }
}

/** A toleration is of one value unless it says. */
export function setTolerationDefaults(tolerations: DeviceToleration[] = []): void {
  for (const toleration of tolerations) toleration.operator ||= "Equal";
}

/** The rules for what a claim asks for. */
export function validateClaimSpec(
  errors: FieldError[],
  path: FieldPath,
  { devices }: ResourceClaimSpec,
): void {
  const at = path.child("devices");
  const names = requestNames(devices);
  const nameOf = ({ name }: DeviceRequest) => name;
  validateSet(
    errors,
    at.child("requests"),
    devices?.requests,
    MAX_REQUESTS,
    nameOf,
    validateRequest,
  );
  validateList(
    errors,
    at.child("constraints"),
    devices?.constraints,
    MAX_CONSTRAINTS,
    (_, where, constraint) => validateConstraint(errors, where, constraint, names),
  );
  validateList(
    errors,
    at.child("config"),
    devices?.config,
    MAX_CONFIGURATIONS,
    (_, where, config) => {
      validateRequestRefs(errors, where.child("requests"), config.requests, names);
      validateConfiguration(errors, where, config);
    },
  );
}

function validateRequest(errors: FieldError[], path: FieldPath, request: DeviceRequest): void {
  const { name, exactly, firstAvailable } = request;
  validateLabelName(errors, path.child("name"), name);
  const hasAlternatives = firstAvailable !== undefined && firstAvailable.length > 0;
  if (hasAlternatives && exactly !== undefined) {
    const why = `${EXCLUSIVE}, but multiple fields are set`;
    errors.push(FieldError.invalid(path, null, why));
  } else if (hasAlternatives) {
    validateSet(
      errors,
      path.child("firstAvailable"),
      firstAvailable,
      MAX_ALTERNATIVES,
      (alternative) => alternative.name,
      (_, at, alternative) => {
        validateLabelName(errors, at.child("name"), alternative.name);
        validateExactRequest(errors, at, alternative);
      },
    );
  } else if (exactly !== undefined) {
    validateExactRequest(errors, path.child("exactly"), exactly);
  } else errors.push(FieldError.required(path, EXCLUSIVE));
}

function validateExactRequest(
  errors: FieldError[],
  path: FieldPath,
  request: ExactDeviceRequest,
): void {
  const { allocationMode: mode = "", count = 0 } = request;
  requireClassName(errors, path.child("deviceClassName"), request.deviceClassName);
  validateSelectors(errors, path.child("selectors"), request.selectors, false);
  const at = path.child("count");
  if (mode === "All") {
    if (count !== 0) {
      const why = "must not be specified when allocationMode is 'All'";
      errors.push(FieldError.invalid(at, count, why));
    }
  } else if (mode === "ExactCount") {
    if (count <= 0) errors.push(FieldError.invalid(at, count, "must be greater than zero"));
  } else validateChoice(errors, path.child("allocationMode"), mode, ["All", "ExactCount"]);
  const tolerations = path.child("tolerations");
  validateList(errors, tolerations, request.tolerations, undefined, validateToleration);
}

/** The rules for selectors of devices; `isStored`: the object had them before. */
export function validateSelectors(
  errors: FieldError[],
  path: FieldPath,
  selectors: readonly DeviceSelector[] | undefined,
  isStored: boolean,
): void {
  validateList(errors, path, selectors, MAX_SELECTORS, (_, at, { cel }) => {
    const expression = at.child("cel", "expression");
    if (cel === undefined) errors.push(FieldError.required(at.child("cel")));
    else if (isLongerThan(cel.expression, EXPRESSION_LIMIT_BYTES)) {
      errors.push(FieldError.tooLong(expression, EXPRESSION_LIMIT_BYTES));
    } else {
      validateExpression(errors, expression, cel.expression, { use: "deviceSelector", isStored });
    }
  });
}

function validateToleration(
  errors: FieldError[],
  path: FieldPath,
  { key = "", operator, value = "", effect }: DeviceToleration,
): void {
  if (key !== "") addInvalid(errors, path.child("key"), key, checkLabelKey(key));
  const at = path.child("value");
  if (operator === "Equal") addInvalid(errors, at, value, checkLabelValue(value));
  else if (operator === "Exists") {
    if (value !== "") {
      errors.push(FieldError.invalid(at, value, "must be empty for operator `Exists`"));
    }
  } else if (!operator) errors.push(FieldError.required(path.child("operator")));
  else validateChoice(errors, path.child("operator"), operator, ["Equal", "Exists"]);
  if (effect) validateChoice(errors, path.child("effect"), effect, DEVICE_EFFECTS);
}

function validateConstraint(
  errors: FieldError[],
  path: FieldPath,
  { requests, matchAttribute, distinctAttribute }: DeviceConstraint,
  names: ReadonlySet<string>,
): void {
  validateRequestRefs(errors, path.child("requests"), requests, names);
  if (matchAttribute !== undefined) {
    validateFullName(errors, path.child("matchAttribute"), matchAttribute);
  } else if (distinctAttribute !== undefined) {
    validateFullName(errors, path.child("distinctAttribute"), distinctAttribute);
  } else {
    const why =
      'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple ' +
      "fields are set";
    errors.push(FieldError.required(path, why));
  }
}

/** The rules for a list of names of a claim's requests. */
export function validateRequestRefs(
  errors: FieldError[],
  path: FieldPath,
  requests: readonly string[] | undefined,
  names: ReadonlySet<string>,
): void {
  validateSet(
    errors,
    path,
    requests,
    MAX_REQUESTS,
    itself,
    (_, at, name) => validateRequestRef(errors, at, name, names),
  );
}

/** The rules for the name of a request, or of one of its alternatives. */
export function validateRequestRef(
  errors: FieldError[],
  path: FieldPath,
  name: string,
  names: ReadonlySet<string>,
): void {
  const steps = name.split("/");
  if (steps.length <= 2) { for (const step of steps) validateLabelName(errors, path, step); }
  if (!names.has(name)) errors.push(FieldError.invalid(path, name, NO_REQUEST));
}

/** The rules for how devices are set up. */
export function validateConfiguration(
  errors: FieldError[],
  path: FieldPath,
  { opaque }: DeviceConfiguration,
): void {
  const at = path.child("opaque");
  if (opaque === undefined) {
    errors.push(FieldError.required(at));
    return;
  }
  requireDriverName(errors, at.child("driver"), opaque.driver);
  validateOpaque(errors, at.child("parameters"), opaque.parameters, OPAQUE_LIMIT_BYTES);
}
