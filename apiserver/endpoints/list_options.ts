/**
 * The options of requests that read, from their query: of which state, and which objects.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import type { RequestContext } from "../http/context.ts";
import type { ListRequest } from "../registry/list.ts";
import {
  checkMatch,
  type Consistency,
  consistencyOfGet,
  type MatchOptions,
} from "../resource/resource_version.ts";
import { type Selection, selectionOf } from "../resource/selection.ts";
import type { Target } from "../resource/target.ts";
import type { EndpointContext } from "./endpoint_context.ts";

/** What a list is to list. Throws 400 and 422. */
export function listRequest(
  context: RequestContext,
  target: Target,
  endpoint: EndpointContext,
): ListRequest {
  const { features } = endpoint;
  const options = versionOptions(context, endpoint, false);
  const limit = Math.max(0, context.query.integer("limit") ?? 0);
  return {
    ...options,
    ...(!features.has("APIListChunking") && { continue: "" }),
    limit: features.has("APIListChunking") ? limit : 0,
    selection: selectionOfRequest(context, target),
    countsRemaining: features.has("RemainingItemCount"),
  };
}

/** Which state a list or a watch is to begin with. Throws a 422. */
export function versionOptions(
  { query }: RequestContext,
  endpoint: EndpointContext,
  watch: boolean,
): MatchOptions {
  const options = {
    resourceVersion: query.get("resourceVersion"),
    resourceVersionMatch: query.get("resourceVersionMatch"),
    continue: query.get("continue"),
    sendInitialEvents: query.flag("sendInitialEvents"),
    watch,
  };
  checkMatch(options, endpoint.dialect);
  return options;
}

/** Which state a get is to read. Throws a 400, also where an object is to be exported, as was once possible. */
export function consistencyOfRequest({ query }: RequestContext): Consistency {
  if (query.flag("export") === true) {
    throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
  }
  return consistencyOfGet(query.get("resourceVersion"), query.get("resourceVersionMatch"));
}

/** Which objects a request is about. Throws a 400. */
export function selectionOfRequest({ query }: RequestContext, target: Target): Selection {
  const { resource, name } = target;
  const labels = query.get("labelSelector");
  const fields = query.get("fieldSelector");
  // The old path of a watch on one object names it; so does a selector by a name alone.
  if (name === "") return selectionOf(resource, labels, fields);
  const selection = selectionOf(resource, labels, fields || `metadata.name=${name}`);
  if (selection.name !== name) {
    throw badRequest("fieldSelector metadata.name doesn't match requested name");
  }
  return selection;
}
