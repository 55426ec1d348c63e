/**
 * Waiting for what other connections bring about, and that tells nobody.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import { systemClock } from "../toolkit/clock.ts";

/** What does not come in so long never comes. */
const LIMIT_MS = 120_000;
/** The pause between two looks, and between two questions to somebody else. */
const LOOK_MS = 1;
const ASK_MS = 20;

/** How {@link eventually} waits. */
export interface EventuallyOptions {
  /** Default: 120 s. */
  readonly limitMs?: number;
  /** What else a failure shows, such as logs. */
  readonly shows?: () => string;
}

/**
 * Settles when `check` returns true, which it is asked again and again; rejects where that takes too long,
 * naming what was waited for. For real connections: where there are none, a `testEnv()` knows when all is
 * quiet.
 */
export async function eventually(
  what: string,
  check: () => boolean | Promise<boolean>,
  { limitMs = LIMIT_MS, shows }: EventuallyOptions = {},
): Promise<void> {
  const end = systemClock.monotonic() + limitMs;
  for (;;) {
    const found = check();
    const isAnswer = typeof found !== "boolean";
    if (isAnswer ? await found : found) return;
    if (systemClock.monotonic() > end) {
      const more = shows === undefined ? "" : `: ${shows()}`;
      throw new AssertionError({
        message: `${what}: it did not come true within ${limitMs / 1000} s${more}`,
        operator: "eventually",
      });
    }
    await new Promise<void>((resolve) => systemClock.after(isAnswer ? ASK_MS : LOOK_MS, resolve));
  }
}
