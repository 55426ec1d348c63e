/**
 * Files that flags name.
 *
 * @module
 */

/**
 * The text of a file that a flag names. Throws, naming the flag and the file, where it can't be read;
 * `flag` is without its dashes.
 */
export async function readFlagFile(flag: string, path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    throw new Error(`--${flag}: ${path} can't be read: ${fileProblem(error)}`);
  }
}

/** What the system says of a file, without the call and the path, which stand beside it. */
export function fileProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/(\(os error \d+\)): .*$/s, "$1");
}
