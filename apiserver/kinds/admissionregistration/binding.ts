/**
 * Bindings: where a policy holds, and with which parameters.
 *
 * @module
 */

import type {
  ParamRef,
  ValidatingAdmissionPolicyBindingSpec,
  ValidationAction,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkDns1123Subdomain } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { validateChoice } from "../validation/choices.ts";
import { BINDING_COLUMNS } from "./columns.ts";
import { setMatchDefaults, validateChangeable, validateMatch, validateParamRef } from "./match.ts";

const SPEC = FieldPath.of("spec");
const ACTIONS = ["Audit", "Deny", "Warn"];

/** Bindings of policies that change have the same fields, but for the actions. */
const specOf = (object: JsonObject) => (object.spec ?? {}) as ValidatingAdmissionPolicyBindingSpec;

function validatePolicy(errors: FieldError[], name: string | undefined, ref?: ParamRef): void {
  const path = SPEC.child("policyName");
  if (!name) errors.push(FieldError.required(path));
  else addInvalid(errors, path, name, checkDns1123Subdomain(name));
  if (ref !== undefined) validateParamRef(errors, SPEC.child("paramRef"), ref);
}

function validateActions(
  errors: FieldError[],
  path: FieldPath,
  actions: readonly ValidationAction[] = [],
): void {
  const seen = new Set<string>();
  for (const [index, action] of actions.entries()) {
    validateChoice(errors, path.index(index), action, ACTIONS);
    if (seen.has(action)) errors.push(FieldError.duplicate(path.index(index), action));
    seen.add(action);
  }
  if (seen.has("Deny") && seen.has("Warn")) {
    const why = "must not contain both Deny and Warn (repeating the same validation failure " +
      "information in the API response and headers serves no purpose)";
    errors.push(FieldError.invalid(path, actions, why));
  }
  if (actions.length === 0) {
    errors.push(FieldError.required(path, "at least one validation action is required"));
  }
}

function validateValidating(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { policyName, paramRef, matchResources, validationActions } = specOf(object);
  validatePolicy(errors, policyName, paramRef);
  if (matchResources !== undefined) {
    validateMatch(errors, SPEC.child("matchResources"), matchResources);
  }
  validateActions(errors, SPEC.child("validationActions"), validationActions);
  return errors;
}

function validateMutating(object: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const { policyName, paramRef, matchResources } = specOf(object);
  validatePolicy(errors, policyName, paramRef);
  if (matchResources !== undefined) {
    validateMatch(errors, SPEC.child("matchResources"), matchResources);
    validateChangeable(errors, SPEC.child("matchResources"), matchResources);
  }
  return errors;
}

function rulesWith(validate: (object: JsonObject) => FieldError[]): KindRules {
  return {
    hasGeneration: true,
    updatesUnconditionally: false,
    takesBareFinalizers: true,
    columns: BINDING_COLUMNS,
    setDefaults: (object) => setMatchDefaults(specOf(object).matchResources),
    validate,
    validateUpdate: validate,
  };
}

/** Bindings of policies that only judge. */
export const validatingBindingRules = rulesWith(validateValidating);

/** Bindings of policies that change objects. */
export const mutatingBindingRules = rulesWith(validateMutating);
