/**
 * What webhooks and policies are about, and with which parameters: resources, conditions, kinds of
 * parameters and references to them.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type {
  MatchCondition,
  MatchResources,
  ParamKind,
  ParamRef,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  addInvalid,
  checkDns1035Label,
  checkDns1123Subdomain,
  checkLabelKey,
  checkPathSegmentName,
  validateLabelSelector,
} from "../../../toolkit/validation/mod.ts";
import { requireChoice, validateChoice } from "../validation/choices.ts";
import { validateExpression } from "../expressions/expression.ts";
import { setRuleDefaults, validateNamedRule } from "./rule.ts";

/** What becomes of requests when a webhook or a policy fails. */
export const FAILURE_POLICIES = ["Fail", "Ignore"];
/** Whether other versions of a resource are meant too. */
export const MATCH_POLICIES = ["Equivalent", "Exact"];
/** Whether what changes objects is asked again. */
export const REINVOCATIONS = ["IfNeeded", "Never"];

const MAX_CONDITIONS = 64;
const EXCLUSIVE = "name and selector are mutually exclusive";

/** Fills in what a policy is about. */
export function setMatchDefaults(match: MatchResources | undefined): void {
  if (match === undefined) return;
  match.matchPolicy ??= "Equivalent";
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  setRuleDefaults(match.resourceRules);
  setRuleDefaults(match.excludeResourceRules);
}

/** The rules for what a policy is about. */
export function validateMatch(errors: FieldError[], path: FieldPath, match: MatchResources): void {
  validateChoice(errors, path.child("matchPolicy"), match.matchPolicy, MATCH_POLICIES);
  for (const field of ["namespaceSelector", "objectSelector"] as const) {
    const selector = match[field];
    if (selector === undefined) errors.push(FieldError.required(path.child(field)));
    else addAll(errors, validateLabelSelector(selector, {}, path.child(field)));
  }
  for (const field of ["resourceRules", "excludeResourceRules"] as const) {
    for (const [index, rule] of (match[field] ?? []).entries()) {
      validateNamedRule(errors, path.child(field).index(index), rule);
    }
  }
}

/** What can be changed while it is made or written: what is deleted can't. */
const CHANGED = ["*", "CONNECT", "CREATE", "UPDATE"];

/** Refuses rules about operations that nothing can be changed in. */
export function validateChangeable(
  errors: FieldError[],
  path: FieldPath,
  match: MatchResources,
): void {
  const at = path.child("resourceRules", "operations");
  for (const operation of (match.resourceRules ?? []).flatMap((rule) => rule.operations ?? [])) {
    if (!CHANGED.includes(operation)) errors.push(FieldError.notSupported(at, operation, CHANGED));
  }
}

/** The rules for conditions. */
export function validateMatchConditions(
  errors: FieldError[],
  path: FieldPath,
  conditions: readonly MatchCondition[] | undefined,
  hasParams: boolean,
): void {
  if (conditions === undefined) return;
  if (conditions.length > MAX_CONDITIONS) {
    errors.push(FieldError.tooMany(path, conditions.length, MAX_CONDITIONS));
  }
  const seen = new Set<string>();
  for (const [index, { name, expression }] of conditions.entries()) {
    const at = path.index(index);
    const place = { use: "matchCondition", hasParams } as const;
    validateExpression(errors, at.child("expression"), expression, place);
    if (!name) errors.push(FieldError.required(at.child("name")));
    else {
      addInvalid(errors, at.child("name"), name, checkLabelKey(name));
      if (seen.has(name)) errors.push(FieldError.duplicate(at.child("name"), name));
      seen.add(name);
    }
  }
}

/** The rules for the kind of a policy's parameters. */
export function validateParamKind(errors: FieldError[], path: FieldPath, of: ParamKind): void {
  const at = path.child("apiVersion");
  const { apiVersion, kind } = of;
  if (!apiVersion) errors.push(FieldError.required(at));
  else {
    const [first = "", second, ...more] = apiVersion === "/" ? [""] : apiVersion.split("/");
    const [group, version] = second === undefined ? ["", first] : [first, second];
    if (more.length > 0) {
      const why = `unexpected GroupVersion string: ${apiVersion}`;
      errors.push(FieldError.invalid(at, apiVersion, why));
    } else {
      if (group !== "") addJoined(errors, at, group, checkDns1123Subdomain(group));
      if (version === "") {
        errors.push(FieldError.invalid(at, apiVersion, "version must be specified"));
      } else addJoined(errors, at, version, checkDns1035Label(version));
    }
  }
  if (!kind) errors.push(FieldError.required(path.child("kind")));
  else {
    const hint = "may have mixed case, but should otherwise match: ";
    addJoined(errors, path.child("kind"), kind, checkDns1035Label(kind.toLowerCase()), hint);
  }
}

/** Adds all messages as one error. */
function addJoined(
  errors: FieldError[],
  path: FieldPath,
  value: string,
  messages: readonly string[],
  hint = "",
): void {
  if (messages.length > 0) errors.push(FieldError.invalid(path, value, hint + messages.join(",")));
}

/** The rules for the parameters that a policy is bound with. */
export function validateParamRef(errors: FieldError[], path: FieldPath, ref: ParamRef): void {
  const { name, selector } = ref;
  if (name) {
    addInvalid(errors, path.child("name"), name, checkPathSegmentName(name));
    if (selector !== undefined) errors.push(FieldError.forbidden(path.child("name"), EXCLUSIVE));
  }
  if (selector !== undefined) {
    addAll(errors, validateLabelSelector(selector, {}, path.child("selector")));
    if (name) errors.push(FieldError.forbidden(path.child("selector"), EXCLUSIVE));
  }
  if (!name && selector === undefined) {
    errors.push(FieldError.required(path, "one of name or selector must be specified"));
  }
  const action = path.child("parameterNotFoundAction");
  requireChoice(errors, action, ref.parameterNotFoundAction, ["Deny", "Allow"]);
}
