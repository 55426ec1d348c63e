/**
 * Takes a state folder for one `orch up`.
 *
 * @module
 */

import type { Clock } from "../../clock.ts";
import type { FileLock } from "../../process/file_lock.ts";
import { readRunRecord } from "./run_record.ts";
import { lockState, type StatePaths } from "./state_folder.ts";
import { UpError } from "./up_error.ts";

/** Takes the folder's lock, or throws with who has it and where that one serves. */
export async function claimState(paths: StatePaths, clock: Clock): Promise<FileLock> {
  const lock = await lockState(paths, clock);
  if (!("heldBy" in lock)) return lock;
  const pid = lock.heldBy?.pid;
  const address = (await readRunRecord(paths))?.address;
  throw new UpError(
    `orch up runs already: ${pid === undefined ? "another process" : `process ${pid}`}` +
      `${address === undefined ? "" : `, at ${address}`} (state folder ${paths.folder})`,
  );
}
