/**
 * Durations as flags take them: written as Go writes them, held in milliseconds.
 *
 * @module
 */

import { parseDurationMs, printDurationMs } from "../values/duration.ts";
import type { Kind } from "./kind.ts";

/** Milliseconds, for declaring defaults. */
export const SECOND = 1000;
/** Milliseconds of a minute. */
export const MINUTE = 60 * SECOND;
/** Milliseconds of an hour. */
export const HOUR = 60 * MINUTE;

/** A span of time in milliseconds, fractions included; `1m30s` on the command line. */
export const duration: Kind<number> = {
  name: "duration",
  parse: parseDurationMs,
  print: (value) => value === 0 ? "" : printDurationMs(value),
};
