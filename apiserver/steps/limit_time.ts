/**
 * Ends requests that take too long, unless they are meant to last.
 *
 * @module
 */

import type { Deadlines } from "../http/deadlines.ts";
import type { Step } from "./step.ts";

/** See the module's comment. */
export function limitTime(deadlines: Deadlines): Step {
  return async (context, next) => {
    if (context.isLongRunning) return next();
    const deadline = deadlines.begin(context.request.signal);
    context.signal = deadline.signal;
    try {
      return await next();
    } finally {
      deadline.release();
    }
  };
}
