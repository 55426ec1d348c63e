/**
 * The kinds of the group policy.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { podDisruptionBudgetRules } from "./pod_disruption_budget.ts";
import { podSecurityPolicyRules } from "./pod_security_policy.ts";

/** The rules of each resource of the group policy, by its plural name. */
export const policyKinds: GroupDeclarations = {
  poddisruptionbudgets: podDisruptionBudgetRules,
};

/** The kinds of policy/v1beta1. */
export const oldPolicyKinds: GroupDeclarations = {
  podsecuritypolicies: podSecurityPolicyRules,
};
