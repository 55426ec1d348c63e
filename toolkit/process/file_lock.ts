/**
 * A lock that processes share by a file. It is the operating system's, so it ends with the process
 * that holds it, however that ends; the file only says who that is.
 *
 * @module
 */

import type { Clock } from "../clock.ts";

/** A lock that is held. */
export interface FileLock {
  /** Gives it back. */
  release(): void;
}

/** Who holds a lock. */
export interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When it was taken, as RFC 3339 has times. */
  readonly since: string;
}

/** What an attempt came to: the lock, or who has it where that can be told. */
export type LockAttempt =
  | { readonly lock: FileLock }
  | { readonly lock?: undefined; readonly holder: LockHolder | undefined };

/** Takes the lock of the file at `path`, which is made when it is missing. */
export async function tryLockFile(path: string, clock: Clock): Promise<LockAttempt> {
  const file = await Deno.open(path, { read: true, write: true, create: true, mode: 0o600 });
  try {
    if (!await file.tryLock(true)) {
      const holder = await holderOf(file);
      file.close();
      return { holder };
    }
    const holder = { pid: Deno.pid, host: Deno.hostname(), since: new Date(clock.now()) };
    await file.truncate(0);
    await file.write(new TextEncoder().encode(JSON.stringify(holder) + "\n"));
  } catch (error) {
    file.close();
    throw error;
  }
  return {
    lock: {
      release() {
        // Closing alone leaves the lock with a child process that is being started at this moment,
        // until that has become its program.
        file.unlockSync();
        // The file stays: to delete it could take away the lock of a process that has just opened it.
        file.close();
      },
    },
  };
}

/** Settles once nobody holds the lock of the file at `path`, which must be there. */
export async function lockReleased(path: string): Promise<void> {
  using file = await Deno.open(path, { read: true });
  await file.lock(false);
  await file.unlock();
}

/** A holder, as an error names it. */
export function describeHolder(holder: LockHolder | undefined): string {
  return holder === undefined
    ? "another process"
    : `process ${holder.pid} on ${holder.host} since ${holder.since}`;
}

/** Most bytes of a lock file that are looked at. */
const HOLDER_BYTES = 1024;

async function holderOf(file: Deno.FsFile): Promise<LockHolder | undefined> {
  const bytes = new Uint8Array(HOLDER_BYTES);
  const read = await file.read(bytes) ?? 0;
  try {
    const { pid, host, since } = JSON.parse(new TextDecoder().decode(bytes.subarray(0, read)));
    return { pid: Number(pid), host: String(host), since: String(since) };
  } catch {
    // Its holder is between taking it and writing down who it is.
    return undefined;
  }
}
