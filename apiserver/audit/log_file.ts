/**
 * The file that events are written to, and the older ones that it takes the place of.
 *
 * @module
 */

import type { Clock } from "../../toolkit/clock.ts";

/** How the file is kept. */
export interface LogFileOptions {
  readonly path: string;
  /** Bytes at which a new one is begun; 0: never. */
  readonly maxBytes: number;
  /** Older files that are kept; 0: any number. */
  readonly maxBackups: number;
  /** Days that older files are kept; 0: for ever. */
  readonly maxAgeDays: number;
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const NEWLINE = new Uint8Array([0x0a]);
/** Of lines that are written where those before them were: a buffer of their own costs more than the write. */
const KEPT_BYTES = 64 * 1024;
/** UTF-8 of a code unit, at most. */
const MOST_BYTES = 3;

/**
 * Appends to a file. Its methods throw what the file system throws; the next write tries again. Each write
 * is one that the system has taken over when it returns.
 */
export class AuditLogFile {
  readonly #options: LogFileOptions;
  readonly #buffer = new Uint8Array(KEPT_BYTES);
  #file: Deno.FsFile | undefined;
  #bytes = 0;
  /** Whether the file may end in the middle of a line. */
  #isTorn = false;

  constructor(options: LogFileOptions) {
    this.#options = options;
  }

  /** What a single write may have. */
  get limitBytes(): number | undefined {
    return this.#options.maxBytes > 0 ? this.#options.maxBytes : undefined;
  }

  /** Makes sure that the file can be written to; makes its folder where there is none. */
  open(): void {
    const { path } = this.#options;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder !== "") Deno.mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#close();
    this.#file = Deno.openSync(path, { append: true, create: true, mode: 0o600 });
    this.#bytes = this.#file.statSync().size;
    this.#removeOld();
  }

  /** Appends lines, each with its end. */
  write(text: string): void {
    const { maxBytes } = this.#options;
    const lines = this.#encode(text);
    if (maxBytes > 0 && lines.length > maxBytes) {
      throw new Error(`${lines.length} bytes are more than the file may have, ${maxBytes}`);
    }
    if (this.#file === undefined) this.open();
    if (maxBytes > 0 && this.#bytes + lines.length > maxBytes) this.#rotate();
    if (this.#isTorn) this.#append(NEWLINE);
    this.#isTorn = true;
    this.#append(lines);
    this.#isTorn = false;
  }

  close(): void {
    this.#close();
  }

  /** Good until the next call. */
  #encode(text: string): Uint8Array {
    if (text.length * MOST_BYTES > KEPT_BYTES) return encoder.encode(text);
    return this.#buffer.subarray(0, encoder.encodeInto(text, this.#buffer).written);
  }

  #append(bytes: Uint8Array): void {
    for (let rest = bytes; rest.length > 0;) {
      const written = this.#file!.writeSync(rest);
      this.#bytes += written;
      rest = rest.subarray(written);
    }
  }

  #rotate(): void {
    const { path, clock } = this.#options;
    const before = this.#file!.statSync();
    this.#close();
    Deno.renameSync(path, freeName(path, clock.now()));
    this.open();
    this.#isTorn = false;
    // Where the file can't be given to its readers it stays the server's own; events go on meanwhile.
    ignoringErrors(() => giveAs(path, before));
  }

  #close(): void {
    this.#file?.close();
    this.#file = undefined;
  }

  #removeOld(): void {
    const { path, maxBytes, maxBackups, maxAgeDays, clock } = this.#options;
    if (maxBytes === 0 || maxBackups === 0 && maxAgeDays === 0) return;
    const oldestMs = maxAgeDays === 0 ? -Infinity : clock.now() - maxAgeDays * DAY_MS;
    for (const [index, { path: old, atMs }] of backupsOf(path).entries()) {
      const isOver = maxBackups > 0 && index >= maxBackups || atMs < oldestMs;
      // One that stays is tried again with the next; events go on meanwhile.
      if (isOver) ignoringErrors(() => Deno.removeSync(old));
    }
  }
}

const encoder = new TextEncoder();

/** Gives a file to those whose `other` is: who collects the log is let in by its group, say. */
function giveAs(path: string, other: Deno.FileInfo): void {
  const { uid, gid, mode } = Deno.statSync(path);
  const isGiven = uid === other.uid && gid === other.gid;
  if (!isGiven) Deno.chownSync(path, uid === other.uid ? null : other.uid, other.gid);
  if (other.mode !== null && other.mode !== mode) Deno.chmodSync(path, other.mode & 0o777);
}

/** `audit.log` becomes `audit-2026-01-02T03-04-05.678.log`. */
function backupName(path: string, ms: number): string {
  const { stem, extension } = parted(path);
  return `${stem}-${new Date(ms).toISOString().slice(0, -1).replaceAll(":", "-")}${extension}`;
}

/** Two files of one millisecond do not overwrite each other. */
function freeName(path: string, ms: number): string {
  for (let at = ms;; at++) {
    const name = backupName(path, at);
    try {
      Deno.lstatSync(name);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return name;
      throw error;
    }
  }
}

function parted(path: string): { stem: string; extension: string } {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  const extension = dot < 0 ? "" : name.slice(dot);
  return { stem: path.slice(0, path.length - extension.length), extension };
}

/** Older files, the newest first; others in the folder are none, however they are called. */
function backupsOf(path: string): { path: string; atMs: number }[] {
  const { stem, extension } = parted(path);
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const beginning = `${stem.slice(slash)}-`;
  const found: { path: string; atMs: number }[] = [];
  for (const { name, isFile } of Deno.readDirSync(folder || ".")) {
    if (!isFile || !name.startsWith(beginning) || !name.endsWith(extension)) continue;
    const stamp = name.slice(beginning.length, name.length - extension.length);
    if (!STAMP.test(stamp)) continue;
    const [date = "", time = ""] = stamp.split("T");
    const atMs = Date.parse(`${date}T${time.replaceAll("-", ":")}Z`);
    if (!Number.isNaN(atMs)) found.push({ path: `${folder}${name}`, atMs });
  }
  return found.sort((a, b) => b.atMs - a.atMs);
}

const STAMP = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}$/;

function ignoringErrors(action: () => void): void {
  try {
    action();
  } catch {
    // See the caller.
  }
}
