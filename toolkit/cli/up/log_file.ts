/**
 * The log file of a child: a new one each time the cluster starts, a few old ones kept beside it.
 *
 * @module
 */

import { dirname } from "node:path";

/** Logs of earlier starts that are kept, as `NAME.1`, the newest, to `NAME.3`. */
const KEPT = 3;

/** Makes way for a new log at `path`. */
export async function rotateLog(path: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  for (let at = KEPT - 1; at >= 0; at--) {
    try {
      await Deno.rename(at === 0 ? path : `${path}.${at}`, `${path}.${at + 1}`);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}

/** How much of a log's end is looked at for its last lines. */
const TAIL_BYTES = 16 * 1024;

/** The last lines of a log, at most `count`, fit for a terminal. */
export async function lastLines(path: string, count: number): Promise<readonly string[]> {
  try {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    const start = await file.seek(Math.max(0, size - TAIL_BYTES), Deno.SeekMode.Start);
    const text = new TextDecoder().decode(await readToEnd(file, size - start));
    const lines = text.split("\n").map(printable).filter((line) => line.trim() !== "");
    return lines.slice(-count);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function readToEnd(file: Deno.FsFile, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const read = await file.read(bytes.subarray(filled));
    if (read === null) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Without what a terminal would obey. */
function printable(line: string): string {
  return line.replace(/\p{Cc}/gu, (control) => control === "\t" ? control : "?");
}
