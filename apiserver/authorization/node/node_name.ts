/**
 * Which node a user is.
 *
 * @module
 */

import type { Names } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";

/** The group that the agents of all nodes are in. */
const GROUP_NODES = "system:nodes";

/** The name of the node whose agent a user is, "" where it has none; undefined: it is no agent. */
export function nodeNameOf(
  { name, groups }: User,
  { userNodePrefix }: Pick<Names, "userNodePrefix">,
): string | undefined {
  if (!name.startsWith(userNodePrefix) || !groups.includes(GROUP_NODES)) return undefined;
  return name.slice(userNodePrefix.length);
}
