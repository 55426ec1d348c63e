/**
 * Which requests a webhook or a policy is about.
 *
 * @module
 */

import type {
  NamedRuleWithOperations,
  RuleWithOperations,
} from "../../../toolkit/api/admissionregistration_v1.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { addInvalid, checkPathSegmentName } from "../../../toolkit/validation/mod.ts";
import { validateChoice } from "../validation/choices.ts";

const OPERATIONS = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];
const SCOPES = ["*", "Cluster", "Namespaced"];

/** Fills in a rule. */
export function setRuleDefaults(rules: readonly RuleWithOperations[] | null | undefined): void {
  for (const rule of rules ?? []) rule.scope ??= "*";
}

/** The rules for a rule. */
export function validateRule(
  errors: FieldError[],
  path: FieldPath,
  rule: RuleWithOperations,
): void {
  const operations = path.child("operations");
  validateStarred(errors, operations, rule.operations, "operations");
  for (const [index, operation] of (rule.operations ?? []).entries()) {
    validateChoice(errors, operations.index(index), operation, OPERATIONS);
  }
  validateStarred(errors, path.child("apiGroups"), rule.apiGroups, "API groups");
  const versions = path.child("apiVersions");
  validateStarred(errors, versions, rule.apiVersions, "API versions");
  for (const [index, version] of (rule.apiVersions ?? []).entries()) {
    if (version === "") errors.push(FieldError.required(versions.index(index)));
  }
  validateResources(errors, path.child("resources"), rule.resources ?? []);
  validateChoice(errors, path.child("scope"), rule.scope, SCOPES);
}

/** The rules for a rule that may be about some names only. */
export function validateNamedRule(
  errors: FieldError[],
  path: FieldPath,
  rule: NamedRuleWithOperations,
): void {
  const seen = new Set<string>();
  for (const [index, name] of (rule.resourceNames ?? []).entries()) {
    const at = path.child("resourceNames").index(index);
    addInvalid(errors, at, name, checkPathSegmentName(name));
    if (seen.has(name)) errors.push(FieldError.duplicate(at, name));
    seen.add(name);
  }
  validateRule(errors, path, rule);
}

/** A list that may not be empty, and in which a star stands alone. */
function validateStarred(
  errors: FieldError[],
  path: FieldPath,
  values: readonly string[] | undefined,
  nouns: string,
): void {
  if (!values?.length) errors.push(FieldError.required(path));
  else if (values.length > 1 && values.includes("*")) {
    const why = `if '*' is present, must not specify other ${nouns}`;
    errors.push(FieldError.invalid(path, values, why));
  }
}

/** Of a resource, of all parts of one, of one part of all: what one item names, no other may name again. */
function validateResources(
  errors: FieldError[],
  path: FieldPath,
  resources: readonly string[],
): void {
  if (resources.length === 0) errors.push(FieldError.required(path));
  const [allOf, allWith] = [new Set<string>(), new Set<string>()];
  let hasBare = false;
  for (const [index, resource] of resources.entries()) {
    const at = path.index(index);
    if (resource === "") {
      errors.push(FieldError.required(at));
      continue;
    }
    const slash = resource.indexOf("/");
    if (slash < 0) {
      // As in the reference, the last one decides: what stands before a star goes with it.
      hasBare = resource !== "*";
      continue;
    }
    const [of, part] = [resource.slice(0, slash), resource.slice(slash + 1)];
    for (const [has, all] of [[allOf.has(of), `${of}/*`], [allWith.has(part), `*/${part}`]]) {
      if (!has) continue;
      const why = `if '${all}' is present, must not specify ${resource}`;
      errors.push(FieldError.invalid(at, resource, why));
    }
    if (part === "*") allOf.add(of);
    if (of === "*") allWith.add(part);
  }
  if (resources.length > 1 && resources.includes("*/*")) {
    const why = "if '*/*' is present, must not specify other resources";
    errors.push(FieldError.invalid(path, resources, why));
  }
  if (hasBare && resources.includes("*")) {
    const why = "if '*' is present, must not specify other resources without subresources";
    errors.push(FieldError.invalid(path, resources, why));
  }
}
