/**
 * The groups of kinds. A built-in group has a name in each dialect and one spelling in kinds, that of
 * the `kubernetes` dialect; any other group is somebody's own name, and never changed.
 *
 * @module
 */

import { type Dialect, groupInDialect } from "../names.ts";
import { BUILT_IN_GROUPS } from "./built_in_groups.ts";

/** A group as kinds spell it, given its name in either dialect. */
export function groupOfKinds(group: string): string {
  const spelled = groupInDialect(group, "kubernetes");
  return BUILT_IN_GROUPS.has(spelled) ? spelled : group;
}

/** What a server that speaks `dialect` calls a kind's group. */
export function groupOnServer(group: string, dialect: Dialect): string {
  return BUILT_IN_GROUPS.has(groupInDialect(group, "kubernetes"))
    ? groupInDialect(group, dialect)
    : group;
}
