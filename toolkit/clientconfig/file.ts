/**
 * Files of credentials: read up to a limit, written so that nobody ever sees half of one.
 *
 * @module
 */

import { dirname } from "node:path";

/** No certificate, key or token file is larger. */
export const CREDENTIAL_LIMIT_BYTES = 1024 * 1024;

/** Reads a text file, or a pipe, of at most `limitBytes`. */
export async function readText(path: string, limitBytes: number): Promise<string> {
  using file = await Deno.open(path);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const chunk = new Uint8Array(Math.min(64 * 1024, limitBytes + 1));
    const read = await file.read(chunk);
    if (read === null) break;
    size += read;
    if (size > limitBytes) throw new Error(`${path} has more than ${limitBytes} bytes`);
    chunks.push(chunk.subarray(0, read));
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return new TextDecoder().decode(bytes);
}

/** What the name of a file begins with until it is written. */
export const HALF_WRITTEN = ".client-config-";

/**
 * Writes a file that only its owner may read, with its folder, in one step: whoever opens `path`
 * finds the old content or the new. A link is followed, so that it stays one.
 */
export async function writePrivately(path: string, text: string): Promise<void> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const target = await realPath(path);
  const temporary = await Deno.makeTempFile({ dir: dirname(target), prefix: HALF_WRITTEN });
  try {
    await Deno.chmod(temporary, 0o600);
    await Deno.writeTextFile(temporary, text);
    // The content must be on the disk before the name points to it.
    using file = await Deno.open(temporary);
    await file.sync();
    await Deno.rename(temporary, target);
  } catch (error) {
    await Deno.remove(temporary).catch(() => undefined);
    throw error;
  }
}

async function realPath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return path;
    throw error;
  }
}
