/**
 * The kinds of the group scheduling.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { priorityClassRules } from "./priority_class.ts";

/** See the module's comment. */
export const schedulingKinds: GroupDeclarations = {
  priorityclasses: priorityClassRules,
};
