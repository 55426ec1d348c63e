/**
 * Questions to the authorizers of those that look at writes.
 *
 * @module
 */

import type { User } from "../../toolkit/authentication/user.ts";
import type { Verdict } from "../../toolkit/authorization/verdict.ts";
import type { Attributes, AuthorizationCall, Authorizer } from "./authorizer.ts";

/** What somebody wants to do; what is left out is "". */
export type Wish = Pick<Attributes, "verb" | "resource"> & Partial<Attributes>;

/** Whether whoever sent a request may do something else besides. */
export async function askFor(
  authorizer: Pick<Authorizer, "authorize">,
  { user, signal }: { readonly user: User } & AuthorizationCall,
  wish: Wish,
): Promise<Verdict> {
  const nothing = { path: "", group: "", version: "", namespace: "", subresource: "", name: "" };
  const asked: Attributes = { ...nothing, isResource: true, user, ...wish };
  return await authorizer.authorize(asked, { signal });
}
