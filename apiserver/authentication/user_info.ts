/**
 * Users as the API has them.
 *
 * @module
 */

import type { UserInfo } from "../../toolkit/api/authentication_v1.ts";
import type { User } from "../../toolkit/authentication/user.ts";

/** The user that a program names. Throws a TypeError where that is none. */
export function userOfInfo({ username = "", uid = "", groups = [], extra = {} }: UserInfo): User {
  if (typeof username !== "string" || username === "") {
    throw new TypeError(
      "a user has no username: write { username: NAME }, or undefined for nobody",
    );
  }
  return { name: username, uid, groups: [...groups], extra: { ...extra } };
}

/** A user as a program is told of it. */
export function infoOfUser({ name, uid, groups, extra }: User): UserInfo {
  return {
    username: name,
    uid,
    groups: [...groups],
    extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
  };
}
