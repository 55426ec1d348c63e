/**
 * Has each request wait for its seat, and sends away those for which there is none.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";
import { tooManyRequests } from "../../toolkit/errors/mod.ts";
import type { Rejection, RequestGate, Seat } from "../flowcontrol/gate.ts";
import type { RequestContext } from "../http/context.ts";
import { lasts, whenOver } from "../http/response_end.ts";
import type { Filter, Next } from "./filter.ts";
import type { Crowd, SeatMetrics } from "./seat_metrics.ts";

/** What it takes. */
export interface TakeSeatOptions {
  readonly gate: RequestGate;
  readonly metrics: SeatMetrics;
  readonly clock: Clock;
}

/** Lets requests through the gate; what it says of them goes into the headers of every answer. */
export function takeSeat({ gate, metrics, clock }: TakeSeatOptions): Filter {
  const wait = async (context: RequestContext, entered: Promise<Seat | Rejection>) => {
    const began = clock.monotonic();
    const waiting = metrics.waiting.of(context);
    waiting.came();
    try {
      return await entered;
    } finally {
      waiting.went();
      context.waitedMs = clock.monotonic() - began;
    }
  };
  return async (context, next) => {
    const entered = gate.enter(context);
    const entry = entered instanceof Promise ? await wait(context, entered) : entered;
    context.addHeaders(entry.headers);
    if (entry.is === "rejection") {
      context.isGivenUp = true;
      throw tooManyRequests(
        "Too many requests, please try again later.",
        entry.retryAfterSeconds,
      );
    }
    if (context.info.verb === "watch" && entry.width > 0) {
      return await beginning(context, entry, next, metrics.running.of(context));
    }
    const running = context.isLongRunning ? undefined : metrics.running.of(context);
    running?.came();
    try {
      return await next();
    } finally {
      running?.went();
      entry.leave();
    }
  };
}

/** A watch has its seat until it has told what there was. */
async function beginning(context: RequestContext, seat: Seat, next: Next, running: Crowd) {
  let hasLeft = false;
  running.came();
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    running.went();
    seat.leave();
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
