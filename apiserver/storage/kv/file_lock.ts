/**
 * A lock on a file store: KV itself lets two processes write one file, each with an index in memory
 * that knows nothing of the other.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { describeHolder, type FileLock, tryLockFile } from "../../../toolkit/process/file_lock.ts";
import { Locked } from "../errors.ts";

/** Takes the lock of the store at `path`; throws `Locked`, naming the holder, when it is taken. */
export async function lockFile(path: string, where: string, clock: Clock): Promise<FileLock> {
  const attempt = await tryLockFile(`${path}.lock`, clock);
  if (attempt.lock === undefined) throw new Locked(where, describeHolder(attempt.holder));
  return attempt.lock;
}
