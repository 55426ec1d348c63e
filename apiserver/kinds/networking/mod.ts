/**
 * The kinds of the group networking.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const networkingKinds: GroupDeclarations = {
  ingressclasses: { hasGeneration: true },
  ingresses: { hasGeneration: true },
  networkpolicies: { hasGeneration: true },
};
