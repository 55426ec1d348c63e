/**
 * The kinds of the group rbac.authorization.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { clusterRoleRules, roleRules } from "./role.ts";
import { clusterRoleBindingRules, roleBindingRules } from "./role_binding.ts";

/** See the module's comment. */
export const rbacKinds: GroupDeclarations = {
  clusterrolebindings: clusterRoleBindingRules,
  clusterroles: clusterRoleRules,
  rolebindings: roleBindingRules,
  roles: roleRules,
};
