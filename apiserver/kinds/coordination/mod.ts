/**
 * The kinds of the group coordination.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { leaseRules } from "./lease.ts";

/** See the module's comment. */
export const coordinationKinds: GroupDeclarations = {
  leases: leaseRules,
};
