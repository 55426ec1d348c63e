/**
 * Keeps nobody's HTTP/2 connection who has not proved who they are.
 *
 * @module
 */

import { ANONYMOUS } from "../../toolkit/authentication/user.ts";
import type { RequestContext } from "../http/context.ts";
import type { Filter } from "./filter.ts";

/**
 * Tells anonymous clients, and those whose credentials are wrong, to go to a new connection after each answer over
 * HTTP/2. What many streams of one connection could be made to do then costs them a connection each.
 */
export const endAnonymous: Filter = async (context, next) => {
  const response = await next();
  return isUnproven(context, response.status) ? { ...response, goAway: true } : response;
};

function isUnproven({ impersonator, knownUser }: RequestContext, status: number): boolean {
  const asked = impersonator ?? knownUser;
  // Some are answered before anybody wants to know who they are: pages of other origins ask so.
  return asked === undefined ? status === 401 : asked.name === ANONYMOUS.name;
}
