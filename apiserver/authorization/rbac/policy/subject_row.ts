/**
 * How bindings of the bootstrap policy write down who has a role.
 *
 * @module
 */

import type { Subject } from "../../../../toolkit/api/rbac_v1.ts";
import type { Names } from "../../../../toolkit/names.ts";
import { nameInDialect } from "./rule_row.ts";

/** Who: a kind and a name in the orch dialect. Service accounts are those of the system's namespace. */
export type SubjectRow = `${"User" | "Group" | "ServiceAccount"} ${string}`;

/** The subjects in a dialect. */
export function subjectsOfRows(rows: readonly SubjectRow[], names: Names): Subject[] {
  return rows.map((row) => {
    const [kind = "", spelled = ""] = row.split(" ");
    const name = nameInDialect(spelled, names);
    return kind === "ServiceAccount"
      ? { kind, name, namespace: names.namespaceSystem }
      : { kind, apiGroup: names.group("rbac.authorization"), name };
  });
}
