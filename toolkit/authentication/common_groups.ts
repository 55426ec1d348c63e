/**
 * The groups that everybody is in: that of those who are known, or that of those who are not.
 *
 * @module
 */

import { ANONYMOUS, GROUP_AUTHENTICATED, GROUP_UNAUTHENTICATED, type User } from "./user.ts";

/** Users as they were proved, by what they are with the group. */
const known = new WeakMap<User, User>();

/**
 * The user, in the group of all who proved who they are: not one who is nobody, or who is said to be among those
 * who are not known, as a proxy says of whom it does not know itself.
 */
export function withCommonGroup(user: User): User {
  const { name, groups } = user;
  const isSaid = groups.includes(GROUP_AUTHENTICATED) || groups.includes(GROUP_UNAUTHENTICATED);
  if (isSaid || name === ANONYMOUS.name) return user;
  let grouped = known.get(user);
  if (grouped === undefined) {
    grouped = { ...user, groups: [...groups, GROUP_AUTHENTICATED] };
    known.set(user, grouped);
  }
  return grouped;
}
