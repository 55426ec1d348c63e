/**
 * Events at the end of a process.
 *
 * @module
 */

import { type Clock, sleep } from "../clock.ts";

/** How long they may take: a server that does not answer keeps no process from ending. */
const FLUSH_MS = 5000;

/** Settles when events that were told of are written, or that takes too long. */
export async function flushEvents(
  events: { flushed(): Promise<void> },
  clock: Clock,
): Promise<void> {
  const done = new AbortController();
  const late = sleep(clock, FLUSH_MS, done.signal).catch(() => {});
  await Promise.race([events.flushed(), late]);
  done.abort();
}
