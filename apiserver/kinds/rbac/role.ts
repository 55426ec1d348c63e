/**
 * Roles and cluster roles.
 *
 * @module
 */

import type { ClusterRole, Role } from "../../../toolkit/api/rbac_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { validateLabelSelector } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { columnsOf, CREATED_AT_COLUMN, NAME_COLUMN } from "../rules/column.ts";
import { checkPathName } from "./path_name.ts";
import { validateRules } from "./rules.ts";

const columns = columnsOf(NAME_COLUMN, CREATED_AT_COLUMN);

function validateRole(object: JsonObject): FieldError[] {
  return validateRules((object as unknown as Role).rules, true);
}

function validateClusterRole(object: JsonObject): FieldError[] {
  const { rules, aggregationRule } = object as unknown as ClusterRole;
  const errors = validateRules(rules, false);
  if (aggregationRule === undefined) return errors;
  const path = FieldPath.of("aggregationRule").child("clusterRoleSelectors");
  const selectors = aggregationRule.clusterRoleSelectors ?? [];
  if (selectors.length === 0) {
    const why = "at least one clusterRoleSelector required if aggregationRule is non-nil";
    errors.push(FieldError.required(path, why));
  }
  for (const [index, selector] of selectors.entries()) {
    const wrong = validateLabelSelector(selector, {}, path.index(index));
    if (wrong.length === 0) continue;
    errors.push(...wrong, FieldError.invalid(path.index(index), null, "invalid label selector."));
  }
  return errors;
}

/** What a role adds. */
export const roleRules: KindRules = {
  checkName: checkPathName,
  createsOnUpdate: true,
  columns,
  validate: validateRole,
  validateUpdate: validateRole,
};

/** What a cluster role adds. */
export const clusterRoleRules: KindRules = {
  ...roleRules,
  validate: validateClusterRole,
  validateUpdate: validateClusterRole,
};
