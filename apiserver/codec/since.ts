/**
 * A moment that a table shows as the time that has passed since: it reads differently each time.
 *
 * @module
 */

import { humanDuration } from "./human_duration.ts";

/** See the module's comment. */
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
