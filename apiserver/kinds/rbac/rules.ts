/**
 * What a role allows: the rules for its rules.
 *
 * @module
 */

import type { PolicyRule } from "../../../toolkit/api/rbac_v1.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";

/** Checks the rules of a role; `namespaced` ones can't speak of paths that are no resources. */
export function validateRules(
  rules: readonly PolicyRule[] | null | undefined,
  namespaced: boolean,
): FieldError[] {
  const path = FieldPath.of("rules");
  return (rules ?? []).flatMap((rule, index) => validateRule(rule, namespaced, path.index(index)));
}

function validateRule(rule: PolicyRule, namespaced: boolean, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule;
  if (!verbs?.length) {
    errors.push(FieldError.required(path.child("verbs"), "verbs must contain at least one value"));
  }
  if (nonResourceURLs.length > 0) {
    const urls = path.child("nonResourceURLs");
    const wrong = (why: string) => errors.push(FieldError.invalid(urls, nonResourceURLs, why));
    if (namespaced) wrong("namespaced rules cannot apply to non-resource URLs");
    if (apiGroups.length > 0 || resources.length > 0 || resourceNames.length > 0) {
      wrong("rules cannot apply to both regular resources and non-resource URLs");
    }
    return errors;
  }
  if (apiGroups.length === 0) {
    const why = "resource rules must supply at least one api group";
    errors.push(FieldError.required(path.child("apiGroups"), why));
  }
  if (resources.length === 0) {
    const why = "resource rules must supply at least one resource";
    errors.push(FieldError.required(path.child("resources"), why));
  }
  return errors;
}
