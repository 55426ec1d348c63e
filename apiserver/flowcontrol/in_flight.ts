/**
 * The plain gate: so many reads and so many writes at a time, and no waiting.
 *
 * @module
 */

import { GROUP_MASTERS } from "../auth/user.ts";
import type { RequestContext } from "../http/context.ts";
import type { RequestGate, Seat } from "./gate.ts";

/** Limits of {@link inFlightGate}; 0 is none. */
export interface InFlightLimits {
  readonly reading: number;
  readonly writing: number;
}

/** Verbs that change nothing. */
const READING = new Set(["get", "list", "watch", "head", "options"]);

/** See the module's comment. Who may do everything, and what is meant to last, always gets in. */
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

const FREE: Seat = { leave() {} };

function counter(limit: number): () => Seat | undefined {
  let taken = 0;
  const seat: Seat = { leave: () => void taken-- };
  return () => {
    if (limit > 0 && taken >= limit) return undefined;
    taken++;
    return seat;
  };
}
