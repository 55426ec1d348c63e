/**
 * The plain gate: so many reads and so many writes at a time, and no waiting.
 *
 * @module
 */

import { GROUP_MASTERS } from "../../toolkit/authentication/user.ts";
import type { RequestContext } from "../http/context.ts";
import type { Rejection, RequestGate, Seat } from "./gate.ts";

/** Limits of {@link inFlightGate}; 0 is none. */
export interface InFlightLimits {
  readonly reading: number;
  readonly writing: number;
}

/** Verbs that change nothing. */
const READING = new Set(["get", "list", "watch", "head", "options"]);

/**
 * Lets in so many at a time, and sends the others away at once. Who may do everything, and what is
 * meant to last, always gets in.
 */
export function inFlightGate(limits: InFlightLimits): RequestGate {
  const reads = counter(limits.reading);
  const writes = counter(limits.writing);
  return {
    enter(context) {
      if (context.isLongRunning || isFree(context)) return FREE;
      return (READING.has(context.info.verb) ? reads : writes)();
    },
  };
}

function isFree({ user }: RequestContext): boolean {
  return user.groups.includes(GROUP_MASTERS);
}

const FREE: Seat = { is: "seat", width: 0, leave() {} };

const FULL: Rejection = { is: "rejection", retryAfterSeconds: 1 };

function counter(limit: number): () => Seat | Rejection {
  let taken = 0;
  const seat: Seat = { is: "seat", width: 1, leave: () => void taken-- };
  return () => {
    if (limit > 0 && taken >= limit) return FULL;
    taken++;
    return seat;
  };
}
