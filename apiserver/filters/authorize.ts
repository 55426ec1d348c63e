/**
 * Lets through what the authorizer allows.
 *
 * @module
 */

import type { Authorizer } from "../authorization/authorizer.ts";
import { selectorsOfQuery } from "../authorization/selectors.ts";
import type { Filter } from "./filter.ts";
import { forbiddenTo } from "./forbidden.ts";

/**
 * Calls the next filter only for what the authorizer allows; throws a 403 that says who may not do
 * what.
 */
export function authorize(authorizer: Authorizer): Filter {
  return async (context, next) => {
    const { info, user } = context;
    const selectors = info.isResource
      ? selectorsOfQuery(info.verb, context.request.query)
      : undefined;
    const attributes = { ...info, user, selectors };
    const asked = authorizer.authorize(attributes, context);
    const { decision, reason } = asked instanceof Promise ? await asked : asked;
    context.authorization = { isAllowed: decision === "allow", reason };
    if (decision !== "allow") throw forbiddenTo(attributes, reason);
    return next();
  };
}
