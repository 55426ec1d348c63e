/**
 * Handlers of verbs that are not the generic ones.
 *
 * @module
 */

import type { HttpResponse } from "../../../toolkit/serving/mod.ts";
import type { RequestContext } from "../../http/context.ts";
import type { ServedResource, Subresource } from "../../resource/served_resource.ts";
import type { EndpointContext } from "../endpoint_context.ts";

/** What a request is about. */
export interface HandlerTarget {
  readonly resource: ServedResource;
  /** Undefined for a verb of the resource itself. */
  readonly subresource: Subresource | undefined;
  /** "" for a cluster-scoped resource. */
  readonly namespace: string;
  /** "" for a collection. */
  readonly name: string;
}

/** Answers one verb. */
export type VerbHandler = (
  context: RequestContext,
  target: HandlerTarget,
  endpoint: EndpointContext,
) => HttpResponse | Promise<HttpResponse>;
