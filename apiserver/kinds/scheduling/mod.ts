/**
 * The kinds of the group scheduling.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { priorityClassRules } from "./priority_class.ts";

/** The rules of each resource of the group scheduling, by its plural name. */
export const schedulingKinds: GroupDeclarations = {
  priorityclasses: priorityClassRules,
};
