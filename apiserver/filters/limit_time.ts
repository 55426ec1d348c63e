/**
 * Ends requests that take too long, unless they are meant to last.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { parseDurationMs } from "../../toolkit/values/mod.ts";
import type { RequestMetrics } from "./request_metrics.ts";
import type { RequestContext } from "../http/context.ts";
import type { Deadline, Deadlines } from "../http/deadlines.ts";
import type { Filter, Next } from "./filter.ts";

/**
 * Ends requests that take too long, except long-running ones. When the time is over the client has
 * its answer, but work that takes no notice of the signal goes on: a write that is under way may
 * still happen. A shorter limit may be asked for by `timeout`, and a malformed one is a 400.
 */
export function limitTime(
  deadlines: Deadlines,
  metrics: Pick<RequestMetrics, "endedTooLate">,
): Filter {
  return async (context, next) => {
    if (context.isLongRunning) return next();
    context.askedTimeMs = askedTime(context);
    const deadline = deadlines.begin(context.request, context.askedTimeMs);
    context.end = deadline.end;
    try {
      return await withinTime(deadline, context, next, metrics);
    } finally {
      deadline.release();
    }
  };
}

function withinTime(
  deadline: Deadline,
  context: RequestContext,
  next: Next,
  metrics: Pick<RequestMetrics, "endedTooLate">,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    deadline.onExpire = (error) => {
      isLate = context.isGivenUp = true;
      reject(error);
    };
    next().then((response) => {
      if (isLate) metrics.endedTooLate("ok");
      resolve(response);
    }, (error) => {
      if (isLate) metrics.endedTooLate("error");
      reject(error);
    });
  });
}

/** How long the client will wait, in milliseconds; 0 where it does not say. Throws a 400. */
function askedTime({ request, query }: RequestContext): number {
  if (!request.query.includes("timeout=")) return 0;
  const text = query.get("timeout");
  if (text === "") return 0;
  try {
    return parseDurationMs(text);
  } catch (error) {
    throw badRequest(`invalid timeout specified in the request URL - ${(error as Error).message}`);
  }
}
