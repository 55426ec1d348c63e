/**
 * The kinds of the group flowcontrol.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { flowSchemaRules } from "./flow_schema.ts";
import { priorityLevelRules } from "./priority_level.ts";

/** See the module's comment. */
export const flowcontrolKinds: GroupDeclarations = {
  flowschemas: flowSchemaRules,
  prioritylevelconfigurations: priorityLevelRules,
};
