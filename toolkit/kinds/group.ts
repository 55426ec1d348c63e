/**
 * The groups of kinds. A built-in group has a name in each dialect and one spelling in kinds, that of
 * the `kubernetes` dialect; any other group is somebody's own name, and never changed.
 *
 * @module
 */

import { type Dialect, DIALECTS, groupInDialect } from "../names.ts";
import { BUILT_IN_GROUPS } from "./built_in_groups.ts";

/** By dialect, its name of each built-in group, by either name. */
const NAME_IN: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  orch: namesIn("orch"),
  kubernetes: namesIn("kubernetes"),
};

function namesIn(dialect: Dialect): Map<string, string> {
  return new Map(
    [...BUILT_IN_GROUPS].flatMap((group) =>
      DIALECTS.map((each) => [groupInDialect(group, each), groupInDialect(group, dialect)])
    ),
  );
}

/** A group as kinds spell it, given its name in either dialect. */
export function groupOfKinds(group: string): string {
  return groupOnServer(group, "kubernetes");
}

/** What a server that speaks `dialect` calls a group, given its name in either. */
export function groupOnServer(group: string, dialect: Dialect): string {
  return NAME_IN[dialect].get(group) ?? group;
}
