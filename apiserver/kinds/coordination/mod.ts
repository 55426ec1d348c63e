/**
 * The kinds of the group coordination.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { leaseRules } from "./lease.ts";

/** The rules of each resource of the group coordination, by its plural name. */
export const coordinationKinds: GroupDeclarations = {
  leases: leaseRules,
};
