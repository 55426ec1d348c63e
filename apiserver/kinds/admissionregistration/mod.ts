/**
 * The kinds of the group admissionregistration.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const admissionregistrationKinds: GroupDeclarations = {
  mutatingadmissionpolicies: { hasGeneration: true },
  mutatingadmissionpolicybindings: { hasGeneration: true },
  mutatingwebhookconfigurations: { hasGeneration: true },
  validatingadmissionpolicies: { hasGeneration: true },
  validatingadmissionpolicybindings: { hasGeneration: true },
  validatingwebhookconfigurations: { hasGeneration: true },
};
