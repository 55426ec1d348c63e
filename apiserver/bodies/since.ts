/**
 * Table cells that show how long ago something was.
 *
 * @module
 */

import { humanDuration } from "./human_duration.ts";

/**
 * A point in time as a table cell that reads as an age, such as `5m`. Kept as the time itself, so
 * that a cell may be kept too and is worded only when it is written.
 */
export class Since {
  readonly #ms: number;

  /** `time` as objects have it; whatever is none is shown as unknown. */
  constructor(time: unknown) {
    this.#ms = typeof time === "string" ? Date.parse(time) : NaN;
  }

  /** What is shown at a time in milliseconds since 1970. */
  at(now: number): string {
    return Number.isNaN(this.#ms) ? "<unknown>" : humanDuration(now - this.#ms);
  }
}
