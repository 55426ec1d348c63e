/**
 * A log file: buffered, flushed on time, rotated by size.
 *
 * @module
 */

/** Bytes that are gathered before they are written. */
const BUFFER_BYTES = 64 * 1024;

/** How a log file is opened. */
export interface LogFileOptions {
  /** The path of the file, asked for anew at each rotation with how many there were before. */
  readonly path: (rotation: number) => string;
  /** Bytes at which the file is rotated; 0: never. */
  readonly maxBytes: number;
  /** What stands at the top of each file. */
  readonly header: (previous: string | undefined) => string;
  /** Told of each new file: links to it, say. */
  readonly opened?: (path: string) => void;
  /** Told once of a file that goes on growing, as no room can be made for the next. */
  readonly unrotated: (path: string, error: unknown) => void;
}

/** A file that lines are appended to. Its methods throw what the file system throws. */
export class LogFile {
  readonly #options: LogFileOptions;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  readonly #encoder = new TextEncoder();
  #used = 0;
  #file: Deno.FsFile | undefined;
  #path: string | undefined;
  #bytes = 0;
  #rotations = 0;
  #isUnrotated = false;

  constructor(options: LogFileOptions) {
    this.#options = options;
  }

  /** Appends a line; it is on disk after the next flush at the latest. */
  write(line: string): void {
    const { maxBytes } = this.#options;
    const bytes = this.#encoder.encode(line);
    if (this.#file === undefined) this.#open();
    else if (maxBytes > 0 && this.#bytes + bytes.length > maxBytes) this.#rotate();
    this.#append(bytes);
  }

  /** Writes what is buffered. */
  flush(): void {
    if (this.#file === undefined) return;
    let rest = this.#buffer.subarray(0, this.#used);
    this.#used = 0;
    while (rest.length > 0) rest = rest.subarray(this.#file.writeSync(rest));
  }

  close(): void {
    try {
      this.flush();
    } finally {
      this.#file?.close();
      this.#file = undefined;
    }
  }

  #append(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#used + bytes.length > BUFFER_BYTES) this.flush();
    if (bytes.length > BUFFER_BYTES) {
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(this.#file!.writeSync(rest));
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  #open(): void {
    const previous = this.#path;
    const path = this.#options.path(this.#rotations);
    this.#file = Deno.openSync(path, { create: true, append: true, mode: 0o640 });
    this.#path = path;
    this.#bytes = this.#file.statSync().size;
    this.#append(this.#encoder.encode(this.#options.header(previous)));
    this.#options.opened?.(path);
  }

  #rotate(): void {
    this.flush();
    this.#rotations++;
    if (!this.#hasRoom(this.#path!)) {
      // Tried again after as much more: until then the lines are kept where they are.
      this.#bytes = 0;
      return;
    }
    this.close();
    this.#open();
  }

  /** A file of a fixed name makes room for the next; one generation is kept. */
  #hasRoom(previous: string): boolean {
    if (this.#options.path(this.#rotations) !== previous) return true;
    try {
      Deno.renameSync(previous, `${previous}.1`);
      return true;
    } catch (error) {
      if (!this.#isUnrotated) this.#options.unrotated(previous, error);
      this.#isUnrotated = true;
      return false;
    }
  }
}
