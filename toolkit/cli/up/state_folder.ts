/**
 * The folder of a local cluster: its certificates, client configs, store and logs, with a lock, and
 * a marker without which nothing here takes a folder for its own.
 *
 * @module
 */

import { join } from "node:path";
import { HALF_WRITTEN, writePrivately } from "../../clientconfig/file.ts";
import type { Clock } from "../../clock.ts";
import { type Dialect, parseDialect } from "../../names.ts";
import { type FileLock, type LockHolder, tryLockFile } from "../../process/file_lock.ts";
import { UpError } from "./up_error.ts";

/** Where things are in a state folder. */
export interface StatePaths {
  readonly folder: string;
  readonly marker: string;
  readonly lock: string;
  /** What runs, or ran until it was killed. */
  readonly running: string;
  readonly socket: string;
  /** Where the controllers tell how they are, and the scheduler. */
  readonly controllersSocket: string;
  readonly schedulerSocket: string;
  readonly pki: string;
  readonly config: string;
  /** How secrets are encrypted in the store. */
  readonly encryption: string;
  /** What of requests is recorded. */
  readonly auditPolicy: string;
  /** How the scheduler works. */
  readonly schedulerConfiguration: string;
  readonly store: string;
  readonly logs: string;
}

/** What the marker says. */
interface Marker {
  readonly format: number;
  readonly dialect: Dialect;
}

/** The dialect of new state folders. */
export const STANDARD_DIALECT: Dialect = "kubernetes";

/** The format of state folders that this program writes. */
const FORMAT = 1;

function pathsIn(folder: string): StatePaths {
  return {
    folder,
    marker: join(folder, "orch-state.json"),
    lock: join(folder, "lock"),
    running: join(folder, "running.json"),
    socket: join(folder, "control.sock"),
    controllersSocket: join(folder, "controllers.sock"),
    schedulerSocket: join(folder, "scheduler.sock"),
    pki: join(folder, "pki"),
    config: join(folder, "config"),
    encryption: join(folder, "pki", "encryption.yaml"),
    auditPolicy: join(folder, "config", "audit-policy.yaml"),
    schedulerConfiguration: join(folder, "config", "scheduler-configuration.yaml"),
    store: join(folder, "store.kv"),
    logs: join(folder, "logs"),
  };
}

/** The state folder at `path`, or undefined when there is none. Throws when it is something else. */
export async function findStateFolder(path: string): Promise<StatePaths | undefined> {
  let paths: StatePaths;
  try {
    paths = pathsIn(await Deno.realPath(path));
    if (!(await Deno.stat(paths.folder)).isDirectory) throw new UpError(`${path} is not a folder`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  if (await readMarker(paths) !== undefined) return paths;
  if (await isUnused(paths)) return undefined;
  // Another start may have marked it between these two looks.
  if (await readMarker(paths) !== undefined) return paths;
  throw notOurs(path);
}

/** The state folder at `path`, made when it is missing, for its owner's eyes only. */
export async function makeStateFolder(path: string): Promise<StatePaths> {
  try {
    await Deno.mkdir(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Also for a link that leads nowhere.
    if (error instanceof Deno.errors.AlreadyExists || error instanceof Deno.errors.NotADirectory) {
      throw new UpError(`${path} can't be the state folder: it is not a folder`);
    }
    throw new UpError(`the state folder ${path} can't be made: ${(error as Error).message}`);
  }
  const found = await findStateFolder(path);
  const paths = found ?? pathsIn(await Deno.realPath(path));
  const { mode } = await Deno.stat(paths.folder);
  if (mode !== null && (mode & 0o077) !== 0) await Deno.chmod(paths.folder, 0o700);
  return paths;
}

/**
 * The dialect of a state folder, which is set when the folder is first used: `wanted`, or the
 * that of unmodified clients. Call it with the lock held.
 */
export async function settleDialect(
  paths: StatePaths,
  wanted: Dialect | undefined,
): Promise<Dialect> {
  const marker = await readMarker(paths);
  if (marker === undefined) {
    const dialect = wanted ?? STANDARD_DIALECT;
    const text = JSON.stringify({ format: FORMAT, dialect } satisfies Marker) + "\n";
    await writePrivately(paths.marker, text);
    return dialect;
  }
  if (wanted !== undefined && marker.dialect !== wanted) {
    throw new UpError(
      `the state folder ${paths.folder} was made with --api-dialect=${marker.dialect} and can't be ` +
        `used with --api-dialect=${wanted}: name another by --state`,
    );
  }
  return marker.dialect;
}

/** Takes the lock, or says who has it. */
export async function lockState(
  paths: StatePaths,
  clock: Clock,
): Promise<FileLock | { readonly heldBy: LockHolder | undefined }> {
  const attempt = await tryLockFile(paths.lock, clock);
  return attempt.lock ?? { heldBy: attempt.holder };
}

/** Deletes the folder with all that is in it. Call it with the lock held. */
export async function removeStateFolder(paths: StatePaths): Promise<void> {
  const last = new Set([paths.marker, paths.lock]);
  for await (const { name } of Deno.readDir(paths.folder)) {
    const path = join(paths.folder, name);
    if (!last.has(path)) await Deno.remove(path, { recursive: true });
  }
  // With the marker there until now, a removal that was cut short can be done again.
  await Deno.remove(paths.marker);
  await Deno.remove(paths.folder, { recursive: true });
}

/** Most bytes of a marker or a record that are looked at. */
const FILE_LIMIT_BYTES = 64 * 1024;

/** A small JSON file of the state folder; undefined when it is missing. Throws on a damaged one. */
export async function readSmallJson(path: string): Promise<unknown> {
  let text: string;
  try {
    const { size } = await Deno.stat(path);
    if (size > FILE_LIMIT_BYTES) throw new UpError(`${path} is damaged: it has ${size} bytes`);
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UpError(`${path} is damaged: it is not JSON`);
  }
}

async function readMarker(paths: StatePaths): Promise<Marker | undefined> {
  const value = await readSmallJson(paths.marker);
  if (value === undefined) return undefined;
  const { format, dialect } = (value ?? {}) as Record<string, unknown>;
  if (typeof format === "number" && format > FORMAT) {
    throw new UpError(
      `the state folder ${paths.folder} has format ${format}, and this version reads formats up to ${FORMAT}: ` +
        "use the version that made it, or name another folder by --state",
    );
  }
  const known = parseDialect(String(dialect));
  if (format !== FORMAT || known === undefined) {
    throw new UpError(`${paths.marker} is damaged: it names no format and dialect`);
  }
  return { format, dialect: known };
}

/** Empty, or left by a first start that was cut short before its first mark, or is about to make it. */
async function isUnused(paths: StatePaths): Promise<boolean> {
  for await (const { name } of Deno.readDir(paths.folder)) {
    if (join(paths.folder, name) !== paths.lock && !name.startsWith(HALF_WRITTEN)) return false;
  }
  return true;
}

function notOurs(path: string): UpError {
  return new UpError(
    `${path} is not a state folder of orch up, and not empty: name another by --state`,
  );
}
