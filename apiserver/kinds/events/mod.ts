/**
 * The kinds of the group events.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { newEventRules } from "./event.ts";

/** The rules of each resource of the group events, by its plural name. */
export const eventsKinds: GroupDeclarations = {
  events: newEventRules,
};
