/**
 * Roles and cluster roles.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { ClusterRole, Role } from "../../../toolkit/api/rbac_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { validateLabelSelector } from "../../../toolkit/validation/mod.ts";
import type { KindRules } from "../declaration.ts";
import { columnsOf, CREATED_AT_COLUMN, NAME_COLUMN } from "../columns/column.ts";
import { checkWholePathName, validateNameBeginning } from "../validation/path_name.ts";
import { validateRules } from "./rules.ts";

const columns = columnsOf(NAME_COLUMN, CREATED_AT_COLUMN);

function validateRole(object: JsonObject): FieldError[] {
  return validateRules((object as unknown as Role).rules, true);
}

const PATH = FieldPath.of("aggregationRule", "clusterRoleSelectors");

const selectorsOf = (object: JsonObject) =>
  (object as unknown as ClusterRole).aggregationRule?.clusterRoleSelectors ?? [];

function validateClusterRole(object: JsonObject, old?: JsonObject): FieldError[] {
  const { rules, aggregationRule } = object as unknown as ClusterRole;
  const errors = validateRules(rules, false);
  if (aggregationRule === undefined) return errors;
  const selectors = selectorsOf(object);
  if (selectors.length === 0) {
    const why = "at least one clusterRoleSelector required if aggregationRule is non-nil";
    errors.push(FieldError.required(PATH, why));
  }
  // Values that older rules took are told of no more one by one, but select nothing still.
  const allowInvalidValues = old !== undefined &&
    selectorsOf(old).some((selector) => validateLabelSelector(selector, {}, PATH).length > 0);
  for (const [index, selector] of selectors.entries()) {
    const path = PATH.index(index);
    if (validateLabelSelector(selector, {}, path).length === 0) continue;
    addAll(errors, validateLabelSelector(selector, { allowInvalidValues }, path));
    errors.push(FieldError.invalid(path, null, "invalid label selector."));
  }
  return errors;
}

/** What a name begins with is judged with each change. */
function withNameBeginning(object: JsonObject, errors: FieldError[]): FieldError[] {
  validateNameBeginning(errors, object);
  return errors;
}

/** What a role adds. */
export const roleRules: KindRules = {
  checkName: checkWholePathName,
  createsOnUpdate: true,
  columns,
  validate: validateRole,
  validateUpdate: (object) => withNameBeginning(object, validateRole(object)),
};

/** What a cluster role adds. */
export const clusterRoleRules: KindRules = {
  ...roleRules,
  validate: (object) => validateClusterRole(object),
  validateUpdate: (object, old) => withNameBeginning(object, validateClusterRole(object, old)),
};
