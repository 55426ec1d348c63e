/**
 * The kinds of the group admissionregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { BINDING_COLUMNS, MUTATING_POLICY_COLUMNS, VALIDATING_POLICY_COLUMNS } from "./columns.ts";
import { mutatingWebhookRules, validatingWebhookRules } from "./webhook.ts";

/** See the module's comment. */
export const admissionregistrationKinds: GroupDeclarations = {
  mutatingadmissionpolicies: { hasGeneration: true, columns: MUTATING_POLICY_COLUMNS },
  mutatingadmissionpolicybindings: { hasGeneration: true, columns: BINDING_COLUMNS },
  mutatingwebhookconfigurations: mutatingWebhookRules,
  validatingadmissionpolicies: { hasGeneration: true, columns: VALIDATING_POLICY_COLUMNS },
  validatingadmissionpolicybindings: { hasGeneration: true, columns: BINDING_COLUMNS },
  validatingwebhookconfigurations: validatingWebhookRules,
};
