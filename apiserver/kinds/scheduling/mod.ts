/**
 * The kinds of the group scheduling.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const schedulingKinds: GroupDeclarations = {
  priorityclasses: { hasGeneration: true },
};
