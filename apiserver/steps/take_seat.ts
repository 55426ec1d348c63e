/**
 * Has each request wait for its seat, and sends away those for which there is none.
 *
 * @module
 */

import { tooManyRequests } from "../../toolkit/errors/mod.ts";
import type { RequestGate } from "../flowcontrol/gate.ts";
import type { Step } from "./step.ts";

const RETRY_AFTER_SECONDS = 1;

/** See the module's comment. */
export function takeSeat(gate: RequestGate): Step {
  return async (context, next) => {
    const entered = gate.enter(context);
    const seat = entered instanceof Promise ? await entered : entered;
    if (seat === undefined) {
      throw tooManyRequests("Too many requests, please try again later.", RETRY_AFTER_SECONDS);
    }
    try {
      return await next();
    } finally {
      seat.leave();
    }
  };
}
