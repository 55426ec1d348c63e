/**
 * Which line of code is logging.
 *
 * @module
 */

import type { Caller } from "./entry.ts";

const UNKNOWN: Caller = { path: "???", line: 1 };

/**
 * The caller `skip` calls above the one of this function. Costs a stack trace: only asked for
 * when something will show it or depends on it.
 */
export function callerAt(skip: number): Caller {
  const limit = Error.stackTraceLimit;
  // Two more: this function, and the one that asks.
  Error.stackTraceLimit = skip + 2;
  const stack = new Error().stack ?? "";
  Error.stackTraceLimit = limit;
  const frame = stack.slice(stack.lastIndexOf("\n") + 1);
  const match = /(?:\(|at |async )?((?:file|https?):\/\/[^\s()]+?):(\d+):\d+\)?$/.exec(frame);
  if (match === null) return UNKNOWN;
  return { path: match[1]!.replace(/^[a-z]+:\/\//, ""), line: Number(match[2]) };
}

/** The stack trace of here, without its own `skip` newest calls. */
export function backtrace(skip: number): string {
  const lines = (new Error().stack ?? "").split("\n");
  return lines.slice(skip + 2).map((line) => line.trim()).join("\n");
}
