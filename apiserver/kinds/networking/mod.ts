/**
 * The kinds of the group networking.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { ipAddressRules } from "./ip_address.ts";
import { serviceCidrRules } from "./service_cidr.ts";
import { ingressRules } from "./ingress.ts";
import { ingressClassRules } from "./ingress_class.ts";
import { networkPolicyRules } from "./network_policy.ts";

/** The rules of each resource of the group networking, by its plural name. */
export const networkingKinds: GroupDeclarations = {
  ingressclasses: ingressClassRules,
  ipaddresses: ipAddressRules,
  servicecidrs: serviceCidrRules,
  ingresses: ingressRules,
  networkpolicies: networkPolicyRules,
};
