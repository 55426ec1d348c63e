/**
 * Which node a user is.
 *
 * @module
 */

import { type Dialect, NAMES } from "../../../../toolkit/names.ts";
import type { User } from "../../../authentication/user.ts";

/** The group that the agents of all nodes are in. */
const GROUP_NODES = "system:nodes";

/** The name of the node that a user is the agent of, "" where it has none; undefined: it is no agent. */
export function nodeOf({ name, groups }: User, dialect: Dialect): string | undefined {
  const { userNodePrefix } = NAMES[dialect];
  if (!name.startsWith(userNodePrefix) || !groups.includes(GROUP_NODES)) return undefined;
  return name.slice(userNodePrefix.length);
}
