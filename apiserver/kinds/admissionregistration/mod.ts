/**
 * The kinds of the group admissionregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { mutatingBindingRules, validatingBindingRules } from "./binding.ts";
import { mutatingPolicyRules, validatingPolicyRules } from "./policy.ts";
import { withStaticNames } from "./static_name.ts";
import { mutatingWebhookRules, validatingWebhookRules } from "./webhook.ts";

/** The rules of each resource of the group admissionregistration, by its plural name. */
export const admissionregistrationKinds: GroupDeclarations = {
  mutatingadmissionpolicies: withStaticNames(mutatingPolicyRules),
  mutatingadmissionpolicybindings: withStaticNames(mutatingBindingRules),
  mutatingwebhookconfigurations: withStaticNames(mutatingWebhookRules),
  validatingadmissionpolicies: withStaticNames(validatingPolicyRules),
  validatingadmissionpolicybindings: withStaticNames(validatingBindingRules),
  validatingwebhookconfigurations: withStaticNames(validatingWebhookRules),
};
