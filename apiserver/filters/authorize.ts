/**
 * Lets through what the authorizer allows.
 *
 * @module
 */

import { internalError } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import { selectorsOfQuery } from "../authorization/selectors.ts";
import type { Filter } from "./filter.ts";
import { forbiddenTo } from "../../toolkit/authorization/forbidden.ts";

/**
 * Calls the next filter only for what the authorizer allows; throws a 403 that says who may not do
 * what, or a 500 where an authorizer could not find that out.
 */
export function authorize(authorizer: Authorizer): Filter {
  return async (context, next) => {
    const { info, user } = context;
    const selectors = info.isResource
      ? selectorsOfQuery(info.verb, context.request.query)
      : undefined;
    const attributes = { ...info, user, selectors };
    const asked = authorizer.authorize(attributes, context);
    const { decision, reason, evaluationError } = asked instanceof Promise ? await asked : asked;
    if (decision === "allow") {
      context.authorization = { decision: "allow", reason };
      return next();
    }
    // Who could not be judged may ask again.
    if (evaluationError !== undefined) {
      context.authorization = { decision: undefined, reason: "internal error" };
      throw internalError(`Internal Server Error: ${quoteText(info.path)}: ${evaluationError}`);
    }
    context.authorization = { decision: "forbid", reason };
    throw forbiddenTo(attributes, reason);
  };
}
