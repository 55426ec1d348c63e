/**
 * Starting controllers one after another.
 *
 * @module
 */

import { type Clock, sleep } from "../../toolkit/clock.ts";
import type { Runnable } from "../../toolkit/runnable.ts";

/** The same controllers, each so many milliseconds after the one before. */
export function startLater(
  runnables: readonly Runnable[],
  intervalMs: number,
  clock: Clock,
): readonly Runnable[] {
  if (intervalMs <= 0) return runnables;
  return runnables.map((one, index) => ({
    name: one.name,
    ...(one.announcesStart !== undefined && { announcesStart: one.announcesStart }),
    async run(running) {
      if (index > 0) await sleep(clock, index * intervalMs, running.signal);
      await one.run(running);
    },
  }));
}
