/**
 * The kinds of the group policy.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const policyKinds: GroupDeclarations = {
  poddisruptionbudgets: { hasGeneration: true },
};
