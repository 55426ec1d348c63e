/**
 * A line before it is text.
 *
 * @module
 */

import type { LogPairs } from "../logger.ts";

/** Severities, as in flags.ts's SEVERITIES. */
export const INFO = 0, WARNING = 1, ERROR = 2;

/** Where in the code a line was logged. */
export interface Caller {
  /** The file's path without its scheme. */
  readonly path: string;
  readonly line: number;
}

/** All that a format needs to know of a line. */
export interface LogEntry {
  readonly severity: number;
  readonly verbosity: number;
  readonly timeMs: number;
  readonly caller: Caller;
  readonly message: string;
  /** What was caught; absent for lines that are no errors. */
  readonly error?: { readonly value: unknown };
  /** The pairs of the logger, then those of the call; a later key wins. */
  readonly pairs: readonly LogPairs[];
  /** A stack trace to append, where --log-backtrace-at asked for one. */
  readonly backtrace?: string;
}

/** Turns entries into lines, each with its end. */
export type Format = (entry: LogEntry) => string;

/** The pairs of an entry with each key once, in the order of their last mention. */
export function merged(pairs: readonly LogPairs[]): [string, unknown][] {
  if (pairs.length === 1) return Object.entries(pairs[0]!);
  const all = new Map<string, unknown>();
  for (const one of pairs) {
    for (const [key, value] of Object.entries(one)) {
      all.delete(key);
      all.set(key, value);
    }
  }
  return [...all];
}
