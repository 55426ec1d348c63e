/**
 * Steps of the handler chain.
 *
 * @module
 */

import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";

/** What comes after a step. */
export type Next = () => Promise<HttpResponse>;

/**
 * One step of the handler chain: it does its part and calls `next`, or answers itself. What it
 * throws becomes a Status.
 */
export type Step = (context: RequestContext, next: Next) => Promise<HttpResponse>;

/** All steps in their order, then `last`. */
export function inOrder(
  steps: readonly Step[],
  last: (context: RequestContext) => Promise<HttpResponse>,
): (context: RequestContext) => Promise<HttpResponse> {
  return steps.reduceRight<(context: RequestContext) => Promise<HttpResponse>>(
    (rest, step) => (context) => step(context, () => rest(context)),
    last,
  );
}
