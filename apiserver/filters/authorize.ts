/**
 * Lets through what the authorizer allows.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { internalError } from "../../toolkit/errors/mod.ts";
import { quoteText } from "../../toolkit/values/mod.ts";
import type { Authorizer } from "../authorization/authorizer.ts";
import { selectorsOfQuery } from "../authorization/selectors.ts";
import { REFUSAL_HEADERS } from "../http/refusal_headers.ts";
import type { Filter } from "./filter.ts";
import type { TellAuthorization } from "../../toolkit/authorization/authorization_metrics.ts";
import { forbiddenTo } from "../../toolkit/authorization/forbidden.ts";

/** What it takes to let requests through. */
export interface AuthorizeOptions {
  readonly authorizer: Authorizer;
  readonly tell: TellAuthorization;
  readonly clock: Clock;
}

/**
 * Calls the next filter only for what the authorizer allows; throws a 403 that says who may not do
 * what, or a 500 where an authorizer could not find that out.
 */
export function authorize({ authorizer, tell, clock }: AuthorizeOptions): Filter {
  return async (context, next) => {
    const { info, user } = context;
    const selectors = info.isResource
      ? selectorsOfQuery(info.verb, context.request.query)
      : undefined;
    const attributes = { ...info, user, selectors };
    const began = clock.monotonic();
    const asked = authorizer.authorize(attributes, context);
    const verdict = asked instanceof Promise ? await asked : asked;
    context.authorizationMs = clock.monotonic() - began;
    tell(verdict, context.authorizationMs);
    const { decision, reason, evaluationError } = verdict;
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
    context.addHeaders(REFUSAL_HEADERS);
    throw forbiddenTo(attributes, reason);
  };
}
