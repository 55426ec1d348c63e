/**
 * `orch status`: what `orch up` runs.
 *
 * @module
 */

import type { Terminal } from "../../process/terminal.ts";
import { findRunning } from "./running.ts";
import { printStatus } from "./table.ts";

/** Prints it; exit code 1 when none runs. */
export async function status(
  state: string,
  output: string,
  terminal: Terminal,
): Promise<number> {
  using running = await findRunning(state);
  const found = await running?.client.status();
  if (found === undefined) {
    terminal.err(`No orch up runs on the state folder ${state}.\n`);
    return 1;
  }
  terminal.out(output === "json" ? JSON.stringify(found, undefined, 2) + "\n" : printStatus(found));
  return 0;
}
