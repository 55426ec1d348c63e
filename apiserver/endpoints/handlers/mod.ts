/**
 * What answers verbs that are not the generic ones, by the names that kinds declare.
 *
 * @module
 */

import type { HANDLED_VERBS, HandlerName } from "../../resource/handler_name.ts";
import type { ServedResource, Subresource } from "../../resource/served_resource.ts";
import {
  localSubjectAccessReviews,
  selfSubjectAccessReviews,
  selfSubjectRulesReviews,
  subjectAccessReviews,
} from "./access_reviews.ts";
import { bindingHandlers } from "./binding.ts";
import { componentStatusHandlers } from "./component_status.ts";
import { connectionHandlers, logHandlers, proxyHandlers } from "./connections.ts";
import { evictionHandlers } from "./eviction.ts";
import type { VerbHandler } from "./handler.ts";
import { scaleHandlers } from "./scale.ts";
import { tokenRequestHandlers } from "./token_request.ts";
import { selfSubjectReviews, tokenReviews } from "./token_reviews.ts";

/** The compiler sees to it that each declared verb is answered. */
const HANDLERS: {
  readonly [N in HandlerName]: {
    readonly [V in (typeof HANDLED_VERBS)[N][number]]: VerbHandler;
  };
} = {
  "binding": bindingHandlers,
  "component status": componentStatusHandlers,
  "connection": connectionHandlers,
  "eviction": evictionHandlers,
  "local subject access review": localSubjectAccessReviews,
  "log": logHandlers,
  "proxy": proxyHandlers,
  "scale": scaleHandlers,
  "self subject access review": selfSubjectAccessReviews,
  "self subject review": selfSubjectReviews,
  "self subject rules review": selfSubjectRulesReviews,
  "subject access review": subjectAccessReviews,
  "token request": tokenRequestHandlers,
  "token review": tokenReviews,
};

/** What answers a verb of a resource or of one of its subresources in its own way; mostly nothing. */
export function findHandler(
  resource: ServedResource,
  subresource: Subresource | undefined,
  verb: string,
): VerbHandler | undefined {
  const { handler } = subresource ?? resource;
  if (handler === undefined) return undefined;
  // A method that is no verb is passed on like the others.
  if (handler === "proxy") return proxyHandlers.get;
  return (HANDLERS[handler] as Readonly<Record<string, VerbHandler>>)[verb];
}
