/**
 * What every node may do, whether roles decide or not.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { Attributes } from "../authorizer.ts";
import { Allowances, wantedOf } from "./allowances.ts";
import { COMPONENT_ROLES } from "./policy/component_roles.ts";
import { rulesOfRows } from "./policy/rule_row.ts";
import { RoleEntry } from "./roles.ts";
import { rulesOfRole } from "./rule.ts";

const ROLE_OF_NODES = "system:node";

/** Whether the rules of the bootstrap policy's role of nodes allow something: as built in, whatever is stored. */
export function rulesOfNodes(names: Names): (attributes: Attributes) => boolean {
  const role = new RoleEntry("ClusterRole", ROLE_OF_NODES);
  role.rules = rulesOfRole(rulesOfRows(COMPONENT_ROLES[ROLE_OF_NODES] ?? [], names));
  const allowances = new Allowances();
  allowances.add({ name: ROLE_OF_NODES, namespace: "", role, subjects: [] });
  return (attributes) => allowances.find(wantedOf(attributes)) !== undefined;
}
