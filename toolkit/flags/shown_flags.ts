/**
 * The values of flags as text, for whoever looks at a process that runs.
 *
 * @module
 */

import type { Dialect } from "../names.ts";
import { duration } from "./duration.ts";
import type { Flag, FlagGroup } from "./flag.ts";
import { flagInDialect } from "./flag_names.ts";
import { declaredFlags } from "./parse.ts";

/** What stands for a user and password in an address: pages are read by more people than flags are. */
const HIDDEN = "//…@";

/** All flags that are in force, given or not, by their names in the dialect and in the order of these. */
export function shownFlags(
  groups: readonly FlagGroup[],
  values: object,
  dialect: Dialect,
): Readonly<Record<string, string>> {
  const all = values as Readonly<Record<string, unknown>>;
  const shown = declaredFlags(groups).map(({ name, flag }) =>
    [flagInDialect(name, dialect), textOf(flag, all[name])] as const
  );
  return Object.fromEntries(shown.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function textOf({ kind }: Flag<unknown>, value: unknown): string {
  const text = typeof value === "string" ? value : kind.print(value) || emptyText(value, kind);
  return text.replace(/\/\/[^/@\s,]+@/g, HIDDEN);
}

/** What help has nothing to say of. */
function emptyText(value: unknown, kind: Flag<unknown>["kind"]): string {
  if (Array.isArray(value)) return "[]";
  if (kind.name === duration.name) return "0s";
  return typeof value === "object" || value === undefined ? "" : String(value);
}
