/**
 * `orch down`: ends what `orch up` runs.
 *
 * @module
 */

import type { Clock } from "../../clock.ts";
import { lockReleased } from "../../process/file_lock.ts";
import type { Terminal } from "../../process/terminal.ts";
import { seconds } from "./progress.ts";
import { findRunning } from "./running.ts";

/** Asks, waits, and says so; nothing to end is no failure. */
export async function down(state: string, clock: Clock, terminal: Terminal): Promise<number> {
  using running = await findRunning(state);
  const started = clock.monotonic();
  const stop = await running?.client.stop();
  if (running === undefined || stop === undefined) {
    terminal.out(`No orch up runs on the state folder ${state}.\n`);
    return 0;
  }
  await stop.ended;
  await lockReleased(running.paths.lock);
  terminal.out(
    `orch up (process ${running.pid}) has ended, after ${seconds(clock.monotonic() - started)}.\n`,
  );
  return 0;
}
