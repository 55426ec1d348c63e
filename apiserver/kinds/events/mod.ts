/**
 * The kinds of the group events.
 *
 * @module
 */

import type { GroupDeclarations } from "../declaration.ts";
import { newEventRules } from "./event.ts";

/** See the module's comment. */
export const eventsKinds: GroupDeclarations = {
  events: newEventRules,
};
