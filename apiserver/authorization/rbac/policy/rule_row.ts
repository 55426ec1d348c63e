/**
 * How the roles of the bootstrap policy write their rules down.
 *
 * @module
 */

import type { PolicyRule } from "../../../../toolkit/api/rbac_v1.ts";
import { type NameKey, type Names, toDialect } from "../../../../toolkit/names.ts";

/**
 * A rule: verbs, groups and resources, and the names of objects where it is about some only, each with
 * spaces between. A group that ends in a dot ends in the dialect's suffix; `core` is the one without a
 * name. The other form is about paths. `{key}` stands for that name of the dialect.
 */
export type RuleRow =
  | readonly [verbs: string, groups: string, resources: string, names?: string]
  | { readonly verbs: string; readonly paths: string };

/** Rules of roles by the names of these, in the orch dialect. */
export type RoleRows = Readonly<Record<string, readonly RuleRow[]>>;

/** Verbs that many rules have. */
export const READ = "get list watch";
export const WRITE = "create update patch delete deletecollection";
export const READ_WRITE = `${READ} ${WRITE}`;
export const READ_UPDATE = "get list watch update patch";

/** What lets a program tell of what it does. */
export const WRITES_EVENTS: RuleRow = ["create update patch", "core events.", "events"];

/** A role's rules in a dialect; every list is sorted, as the reference has them. */
export function rulesOfRows(rows: readonly RuleRow[], names: Names): PolicyRule[] {
  return rows.map((row) => {
    if ("paths" in row) return { verbs: words(row.verbs), nonResourceURLs: words(row.paths) };
    const [verbs, groups, resources, objects] = row;
    return {
      verbs: words(verbs),
      apiGroups: words(groups).map((group) => groupOf(group, names)).sort(),
      resources: words(resources),
      ...(objects !== undefined && { resourceNames: words(filledIn(objects, names)) }),
    };
  });
}

/** A name in the dialect: one of the orch dialect, or with `{key}` in it. */
export function nameInDialect(name: string, names: Names): string {
  return toDialect(filledIn(name, names), names.dialect);
}

function words(text: string): string[] {
  return text.split(" ").sort();
}

function groupOf(word: string, names: Names): string {
  if (word === "core") return "";
  return word.endsWith(".") ? names.group(word.slice(0, -1)) : word;
}

function filledIn(text: string, names: Names): string {
  return text.replace(/\{(\w+)\}/g, (_, key: NameKey) => names[key]);
}
