/**
 * The store in a file of this machine, embedded in the process: the default backend.
 *
 * Deno KV answers a commit after `fsync` of its write-ahead log (seen by strace: one a commit), so
 * what was acknowledged survives the end of the process and of the machine.
 *
 * @module
 */

import { basename, dirname, join } from "node:path";
import type { Clock } from "../../../toolkit/clock.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { Dialect } from "../../../toolkit/names.ts";
import { StoreError } from "../errors.ts";
import type { Store } from "../store.ts";
import { lockFile } from "./file_lock.ts";
import { GatedKv } from "./gated.ts";
import { createDatabase, Reclaimer } from "./reclaim.ts";
import { KvStore } from "./store.ts";

/** Options of {@link openFileStore}. */
export interface FileStoreOptions {
  /** The file; it and its folder are made when missing, for the owner's eyes only. */
  readonly path: string;
  readonly dialect: Dialect;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How much history to keep at most, in bytes; 0 for no bound. Default 2 GiB. */
  readonly historyBytes?: number | undefined;
}

/**
 * Opens the store of a file, which no other process can open until it is closed. Throws `Locked`,
 * `WrongDialect`, `NewerFormat`, or a `StoreError` with what the file system says, naming the file.
 */
export async function openFileStore(options: FileStoreOptions): Promise<Store> {
  try {
    return await open(options);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const message = `store ${options.path} can't be opened: ${(error as Error).message}`;
    throw new StoreError(message, { cause: error });
  }
}

async function open(options: FileStoreOptions): Promise<Store> {
  const { dialect, clock, logger, historyBytes } = options;
  const where = `store ${options.path}`;
  if (typeof Deno.openKv !== "function") {
    throw new StoreError(`${where} needs Deno's key-value store: run with --unstable-kv`);
  }
  const path = await resolvePath(options.path);
  const lock = await lockFile(path, where, clock);
  try {
    await createFile(path);
    const kv = new GatedKv(await Deno.openKv(path));
    const reclaimer = new Reclaimer(path, kv, clock, logger);
    return await KvStore.open(kv, {
      where,
      backend: "file",
      dialect,
      exclusive: true,
      clock,
      logger,
      historyBytes,
      sizeBytes: () => sizeOf(path),
      onDeleted: () => void reclaimer.run(),
      onClose: async () => {
        await reclaimer.close();
        lock.release();
      },
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes the folder, and follows symbolic links: the database refuses to. */
async function resolvePath(path: string): Promise<string> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const inFolder = join(await Deno.realPath(dirname(path)), basename(path));
  try {
    return await Deno.realPath(inFolder);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return inFolder;
    throw error;
  }
}

/** Makes the file unless it is there. It appears complete or not at all. */
async function createFile(path: string): Promise<void> {
  try {
    const { isFile, size } = await Deno.stat(path);
    if (!isFile) throw new StoreError(`${path} is not a file`);
    if (size > 0) return;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const unfinished = `${path}.new`;
  await Deno.remove(unfinished).catch(() => {});
  // The write-ahead log and its index take over the file's mode.
  const file = await Deno.open(unfinished, { write: true, createNew: true, mode: 0o600 });
  try {
    createDatabase(unfinished);
    await file.sync();
  } finally {
    file.close();
  }
  await Deno.rename(unfinished, path);
  const folder = await Deno.open(dirname(path));
  try {
    await folder.sync();
  } finally {
    folder.close();
  }
}

/** Bytes of the file and its write-ahead log. */
async function sizeOf(path: string): Promise<number> {
  const sizes = await Promise.all([path, `${path}-wal`].map(async (file) => {
    try {
      return (await Deno.stat(file)).size;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return 0;
      throw error;
    }
  }));
  return sizes.reduce((sum, size) => sum + size, 0);
}
