/**
 * What somebody wants to do, for tests of authorizers.
 *
 * @module
 */

import type { Attributes } from "../apiserver/authorization/authorizer.ts";
import type { User } from "../toolkit/authentication/user.ts";

/** To get the pods of the namespace `shop`, but for what is said otherwise. */
export function attributesOf(user: User, parts: Partial<Attributes> = {}): Attributes {
  return {
    user,
    isResource: true,
    verb: "get",
    path: "",
    group: "",
    version: "v1",
    namespace: "shop",
    resource: "pods",
    subresource: "",
    name: "",
    ...parts,
  };
}
