/**
 * The kinds of the group admissionregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { mutatingBindingRules, validatingBindingRules } from "./binding.ts";
import { mutatingPolicyRules, validatingPolicyRules } from "./policy.ts";
import { mutatingWebhookRules, validatingWebhookRules } from "./webhook.ts";

/** See the module's comment. */
export const admissionregistrationKinds: GroupDeclarations = {
  mutatingadmissionpolicies: mutatingPolicyRules,
  mutatingadmissionpolicybindings: mutatingBindingRules,
  mutatingwebhookconfigurations: mutatingWebhookRules,
  validatingadmissionpolicies: validatingPolicyRules,
  validatingadmissionpolicybindings: validatingBindingRules,
  validatingwebhookconfigurations: validatingWebhookRules,
};
