/**
 * The kinds of the group rbac.authorization.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { clusterRoleRules, roleRules } from "./role.ts";
import { clusterRoleBindingRules, roleBindingRules } from "./role_binding.ts";

/** The rules of each resource of the group rbac.authorization, by its plural name. */
export const rbacKinds: GroupDeclarations = {
  clusterrolebindings: clusterRoleBindingRules,
  clusterroles: clusterRoleRules,
  rolebindings: roleBindingRules,
  roles: roleRules,
};
