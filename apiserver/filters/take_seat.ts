/**
 * Has each request wait for its seat, and sends away those for which there is none.
 *
 * @module
 */

import { tooManyRequests } from "../../toolkit/errors/mod.ts";
import type { RequestGate, Seat } from "../flowcontrol/gate.ts";
import type { RequestContext } from "../http/context.ts";
import { lasts, whenOver } from "../http/response_end.ts";
import type { Filter, Next } from "./filter.ts";

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
    if (context.info.verb === "watch" && entry.width > 0) {
      return await beginning(context, entry, next);
    }
    try {
      return await next();
    } finally {
      entry.leave();
    }
  };
}

/** A watch has its seat until it has told what there was. */
async function beginning(context: RequestContext, seat: Seat, next: Next) {
  let hasLeft = false;
  const leave = () => {
    if (!hasLeft) seat.leave();
    hasLeft = true;
  };
  context.onBegun = leave;
  let goesOn = false;
  try {
    const response = await next();
    // One that somebody else answers costs nothing here any more.
    goesOn = context.onBegun === undefined && lasts(response);
    return goesOn ? whenOver(response, leave) : response;
  } finally {
    if (!goesOn) leave();
  }
}
