/**
 * `orch reset`: deletes the state of a local cluster.
 *
 * @module
 */

import type { Clock } from "../../clock.ts";
import type { Terminal } from "../../process/terminal.ts";
import { findStateFolder, lockState, removeStateFolder } from "./state_folder.ts";
import { UpError } from "./up_error.ts";

/** What the command line said, and who can be asked. */
export interface ResetOptions {
  readonly state: string;
  readonly clock: Clock;
  readonly terminal: Terminal;
  /** Settles whether to go on; undefined: there is nobody to ask. */
  readonly confirm: ((question: string) => boolean) | undefined;
}

/** Deletes the folder, unless something runs on it, or whoever is asked says no. */
export async function reset(options: ResetOptions): Promise<number> {
  const { state, clock, terminal, confirm } = options;
  const paths = await findStateFolder(state);
  if (paths === undefined) {
    terminal.out(`There is no state folder at ${state}: nothing is deleted.\n`);
    return 0;
  }
  const lock = await lockState(paths, clock);
  if ("heldBy" in lock) {
    const pid = lock.heldBy?.pid;
    throw new UpError(
      `orch up runs on ${paths.folder}${
        pid === undefined ? "" : ` (process ${pid})`
      }: end it first, with orch down`,
    );
  }
  try {
    if (confirm === undefined) {
      throw new UpError(
        `${paths.folder} is not deleted: there is no terminal to ask on, so --yes is needed`,
      );
    }
    const question = `Delete ${paths.folder} with its store, certificates and logs?`;
    if (!confirm(question)) {
      terminal.out("Nothing is deleted.\n");
      return 1;
    }
    await removeStateFolder(paths);
    // The folder is gone: a link to it would keep the next one from being made.
    if ((await Deno.lstat(state).catch(() => undefined))?.isSymlink) await Deno.remove(state);
  } finally {
    lock.release();
  }
  terminal.out(`${paths.folder} is deleted.\n`);
  return 0;
}
