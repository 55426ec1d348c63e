/**
 * A lock on a file store: KV itself lets two processes write one file, each with an index in memory
 * that knows nothing of the other. The lock is the operating system's, so it ends with the process
 * that holds it, however that ends; the file beside the store only says who that is.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import { Locked } from "../errors.ts";

/** A lock that is held. */
export interface FileLock {
  /** Gives it back. */
  release(): void;
}

/** Takes the lock of the store at `path`; throws `Locked`, naming the holder, when it is taken. */
export async function lockFile(path: string, where: string, clock: Clock): Promise<FileLock> {
  const file = await Deno.open(`${path}.lock`, {
    read: true,
    write: true,
    create: true,
    mode: 0o600,
  });
  try {
    if (!await file.tryLock(true)) throw new Locked(where, await holderOf(file));
    const holder = { pid: Deno.pid, host: Deno.hostname(), since: new Date(clock.now()) };
    await file.truncate(0);
    await file.write(new TextEncoder().encode(JSON.stringify(holder) + "\n"));
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    release() {
      // Closing alone leaves the lock with a child process that is being started at this moment,
      // until that has become its program.
      file.unlockSync();
      // The file stays: to delete it could take away the lock of a process that has just opened it.
      file.close();
    },
  };
}

/** Most bytes of a lock file that are looked at. */
const HOLDER_BYTES = 1024;

async function holderOf(file: Deno.FsFile): Promise<string> {
  const bytes = new Uint8Array(HOLDER_BYTES);
  const read = await file.read(bytes) ?? 0;
  try {
    const { pid, host, since } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, read)));
    return `process ${Number(pid)} on ${String(host)} since ${String(since)}`;
  } catch {
    // Its holder is between taking it and writing down who it is.
    return "another process";
  }
}
