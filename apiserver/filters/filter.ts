/**
 * Steps of the handler chain.
 *
 * @module
 */

import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";

/** What comes after a filter. */
export type Next = () => Promise<HttpResponse>;

/**
 * One filter of the handler chain: it does its part and calls `next`, or answers itself. What it
 * throws becomes a Status.
 */
export type Filter = (context: RequestContext, next: Next) => Promise<HttpResponse>;

/** All filters in their order, then `last`. */
export function inOrder(
  filters: readonly Filter[],
  last: (context: RequestContext) => Promise<HttpResponse>,
): (context: RequestContext) => Promise<HttpResponse> {
  return filters.reduceRight<(context: RequestContext) => Promise<HttpResponse>>(
    (rest, filter) => (context) => filter(context, () => rest(context)),
    last,
  );
}
