/**
 * The kinds of the group flowcontrol.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { flowSchemaRules } from "./flow_schema.ts";
import { priorityLevelRules } from "./priority_level.ts";

/** The rules of each resource of the group flowcontrol, by its plural name. */
export const flowcontrolKinds: GroupDeclarations = {
  flowschemas: flowSchemaRules,
  prioritylevelconfigurations: priorityLevelRules,
};
