/**
 * Counts and times requests, by what they are about.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import type { HttpResponse } from "../../toolkit/serving/mod.ts";
import { lasts, whenOver } from "../http/response_end.ts";
import type { Filter } from "./filter.ts";
import type { RequestMetrics } from "./request_metrics.ts";

/** Counts each request once its answer is over, and times it until then. */
export function measure(metrics: RequestMetrics, clock: Clock): Filter {
  return async (context, next) => {
    const began = clock.monotonic();
    const response = await next();
    const { status } = response;
    const ended = () =>
      metrics.ended(context, {
        status,
        bytes: sizeOf(response),
        tookMs: clock.monotonic() - began,
      });
    if (!lasts(response)) {
      ended();
      return response;
    }
    const lasting = context.isLongRunning ? metrics.lasting(context) : undefined;
    lasting?.inc();
    return whenOver(response, () => {
      lasting?.dec();
      ended();
    });
  };
}

/** Of what is there at once: what comes in pieces is no answer to a read. */
function sizeOf({ body }: HttpResponse): number {
  return typeof body === "string" || body instanceof Uint8Array ? body.length : 0;
}
