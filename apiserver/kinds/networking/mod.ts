/**
 * The kinds of the group networking.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { ingressRules } from "./ingress.ts";
import { ingressClassRules } from "./ingress_class.ts";
import { networkPolicyRules } from "./network_policy.ts";

/** See the module's comment. */
export const networkingKinds: GroupDeclarations = {
  ingressclasses: ingressClassRules,
  ingresses: ingressRules,
  networkpolicies: networkPolicyRules,
};
