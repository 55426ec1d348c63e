/**
 * Waiting for what other connections bring about, and that tells nobody.
 *
 * @module
 */

import { AssertionError } from "node:assert";
import { systemClock } from "../toolkit/clock.ts";

/** What does not come in so long never comes. */
const LIMIT_MS = 30_000;
const LOOK_MS = 1;

/**
 * Settles when `check` returns true, which it is asked again and again; rejects where that takes too long,
 * naming what was waited for. For real connections: where there are none, a `testEnv()` knows when all is
 * quiet.
 */
export async function eventually(what: string, check: () => boolean): Promise<void> {
  const end = systemClock.monotonic() + LIMIT_MS;
  while (!check()) {
    if (systemClock.monotonic() > end) {
      throw new AssertionError({
        message: `${what}: it did not come true within ${LIMIT_MS / 1000} s`,
        operator: "eventually",
      });
    }
    await new Promise<void>((resolve) => systemClock.after(LOOK_MS, resolve));
  }
}
