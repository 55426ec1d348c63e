/**
 * Backups as files: written whole or not at all, checked before anything relies on them.
 *
 * @module
 */

import { basename, dirname } from "node:path";
import { fileProblem } from "../../../toolkit/flags/mod.ts";
import { pathExists } from "../../../toolkit/process/path_exists.ts";
import { OutputError } from "../../../toolkit/process/terminal.ts";
import { StoreError } from "../errors.ts";
import { type BackupRecord, readBackup } from "./backup_format.ts";

/** Standard input or output, in place of a file's name. */
export const STANDARD = "-";

/**
 * Writes `chunks` to the file at `path`, which appears only when all of it is on disk and has been
 * read back as a whole backup. `progress` is told of bytes.
 */
export async function saveBackup(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  options: { readonly force: boolean; readonly progress: (bytes: number) => void },
): Promise<number> {
  if (!options.force && await pathExists(path)) {
    throw new StoreError(`${path} exists: name another file, or replace it with --force`);
  }
  const unfinished = await makeTemporary(path);
  try {
    const bytes = await writeFile(unfinished, path, chunks, options.progress);
    await checkBackupFile(unfinished);
    await Deno.rename(unfinished, path);
    return bytes;
  } catch (error) {
    await Deno.remove(unfinished);
    throw error;
  }
}

async function makeTemporary(path: string): Promise<string> {
  try {
    return await Deno.makeTempFile({ dir: dirname(path), prefix: `.${basename(path)}.` });
  } catch (error) {
    throw unwritten(path, error);
  }
}

function unwritten(path: string, cause: unknown): StoreError {
  return new StoreError(`${path} can't be written: ${fileProblem(cause)}`, { cause });
}

/** Writes what is to be the file `wanted`, which errors name. */
async function writeFile(
  path: string,
  wanted: string,
  chunks: AsyncIterable<Uint8Array>,
  progress: (bytes: number) => void,
): Promise<number> {
  // Temporary files are made with mode 0600: backups hold secrets.
  using file = await Deno.open(path, { write: true });
  let bytes = 0;
  for await (const chunk of chunks) {
    await writeAll(file, chunk, wanted);
    bytes += chunk.length;
    progress(bytes);
  }
  await file.sync().catch((error) => {
    throw unwritten(wanted, error);
  });
  return bytes;
}

/** Writes all of `chunk` to a file; throws a `StoreError` that names it. */
export async function writeAll(
  file: Pick<Deno.FsFile, "write">,
  chunk: Uint8Array,
  name: string,
): Promise<void> {
  try {
    await writeWhole(file, chunk);
  } catch (error) {
    throw unwritten(name, error);
  }
}

/** Writes all of `chunk` to the standard output. */
export async function writeOut(chunk: Uint8Array): Promise<void> {
  try {
    await writeWhole(Deno.stdout, chunk);
  } catch (error) {
    throw new OutputError(error);
  }
}

async function writeWhole(to: Pick<Deno.FsFile, "write">, chunk: Uint8Array): Promise<void> {
  let rest = chunk;
  while (rest.length > 0) rest = rest.subarray(await to.write(rest));
}

/** Reads the whole backup at `path` and throws unless it is sound. Resolves with its largest record. */
export async function checkBackupFile(path: string): Promise<BackupRecord | undefined> {
  const { records } = await readBackup(chunksOf(path));
  let largest: BackupRecord | undefined;
  for await (const record of records) {
    if (largest === undefined || sizeOf(record) > sizeOf(largest)) largest = record;
  }
  return largest;
}

function sizeOf({ key, value }: BackupRecord): number {
  return key.length + value.length;
}

/** The bytes of a file, or of standard input. */
export async function* chunksOf(path: string): AsyncGenerator<Uint8Array> {
  if (path === STANDARD) {
    yield* Deno.stdin.readable;
    return;
  }
  let file;
  try {
    file = await Deno.open(path);
  } catch (error) {
    throw new StoreError(`${path} can't be read: ${fileProblem(error)}`, { cause: error });
  }
  yield* file.readable;
}
