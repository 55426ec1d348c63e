/**
 * Times as objects have them.
 *
 * @module
 */

import { printTime, timeOfMs } from "../../toolkit/values/mod.ts";

/** A time in milliseconds since 1970, to the second. */
export function timeText(ms: number): string {
  return printTime(timeOfMs(ms));
}
