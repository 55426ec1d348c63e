/**
 * Files that a command line names.
 *
 * @module
 */

import { SIZE_LIMIT_BYTES } from "../codec/limits.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { CommandError } from "./command.ts";

/** The bytes of a file, or of the standard input where it is `-`: not more than a decoder takes. */
export async function readInput(
  file: string,
  input: () => AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const source = file === "-" ? input() : (await Deno.open(file)).readable;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    length += piece.length;
    if (length > SIZE_LIMIT_BYTES) {
      throw new CommandError(`${file} is longer than the limit of ${SIZE_LIMIT_BYTES} bytes`);
    }
    pieces.push(piece);
  }
  return joinedBytes(pieces, length);
}
