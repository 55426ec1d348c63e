/**
 * Lets through what the authorizer allows.
 *
 * @module
 */

import { forbidden } from "../../toolkit/errors/mod.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import { selectorsOfQuery } from "../authorization/selectors.ts";
import type { RequestContext } from "../http/context.ts";
import type { Filter } from "./filter.ts";

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
    const asked = authorizer.authorize({ ...info, user, selectors }, context);
    const { decision, reason } = asked instanceof Promise ? await asked : asked;
    if (decision !== "allow") throw refusal(context, reason);
    return next();
  };
}

function refusal({ info, user }: RequestContext, reason: string) {
  const why = reason === "" ? "" : `: ${reason}`;
  const who = `User ${JSON.stringify(user.name)} cannot ${info.verb}`;
  if (!info.isResource) {
    return forbidden(undefined, "", `${who} path ${JSON.stringify(info.path)}${why}`);
  }
  const what = info.subresource === "" ? info.resource : `${info.resource}/${info.subresource}`;
  const where = info.namespace === ""
    ? "at the cluster scope"
    : `in the namespace ${JSON.stringify(info.namespace)}`;
  return forbidden(
    { group: info.group, resource: what },
    info.name,
    `${who} resource ${JSON.stringify(what)} in API group ${
      JSON.stringify(info.group)
    } ${where}${why}`,
  );
}
