/**
 * Has each request wait for its seat, and sends away those for which there is none.
 *
 * @module
 */

import { tooManyRequests } from "../../toolkit/errors/mod.ts";
import type { RequestGate } from "../flowcontrol/gate.ts";
import type { Filter } from "./filter.ts";

/** Lets requests through `gate`; what it says of them goes into the headers of every answer. */
export function takeSeat(gate: RequestGate): Filter {
  return async (context, next) => {
    const entered = gate.enter(context);
    const entry = entered instanceof Promise ? await entered : entered;
    context.addHeaders(entry.headers);
    if (entry.is === "rejection") {
      throw tooManyRequests(
        "Too many requests, please try again later.",
        entry.retryAfterSeconds,
      );
    }
    try {
      return await next();
    } finally {
      entry.leave();
    }
  };
}
