/**
 * The kinds of the group coordination.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";

/** See the module's comment. */
export const coordinationKinds: GroupDeclarations = {
  leases: { createsOnUpdate: true, updatesUnconditionally: false },
};
