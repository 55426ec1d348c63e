/**
 * Files that a command line names.
 *
 * @module
 */

import { CodecError } from "../codec/error.ts";
import { SIZE_LIMIT_BYTES } from "../codec/limits.ts";
import { decodeYaml } from "../codec/yaml.ts";
import { fileProblem } from "../flags/file.ts";
import { joinedBytes } from "../joined_bytes.ts";
import { CommandError } from "./command.ts";

/** The documents of a file in YAML or JSON; errors name the file, as {@link readInput} does. */
export async function readDocuments(
  file: string,
  input: () => AsyncIterable<Uint8Array>,
): Promise<unknown[]> {
  const bytes = await readInput(file, input);
  try {
    return decodeYaml(bytes);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new CommandError(`${file}: ${error.message}`, { cause: error });
  }
}

/**
 * The bytes of a file, or of the standard input where it is `-`: not more than a decoder takes. Throws a
 * {@link CommandError} with the file and what is wrong with it.
 */
export async function readInput(
  file: string,
  input: () => AsyncIterable<Uint8Array>,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const source = file === "-" ? input() : (await Deno.open(file)).readable;
    for await (const piece of source) {
      length += piece.length;
      if (length > SIZE_LIMIT_BYTES) {
        throw new CommandError(`${file} is longer than the limit of ${SIZE_LIMIT_BYTES} bytes`);
      }
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${file} can't be read: ${fileProblem(error)}`, { cause: error });
  }
  return joinedBytes(pieces, length);
}
