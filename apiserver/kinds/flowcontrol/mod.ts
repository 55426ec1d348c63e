/**
 * The kinds of the group flowcontrol.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const flowcontrolKinds: GroupDeclarations = {
  flowschemas: { hasGeneration: true, createsOnUpdate: true },
  prioritylevelconfigurations: { hasGeneration: true, createsOnUpdate: true },
};
