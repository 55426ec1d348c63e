/**
 * Programs whose standard output can't be written.
 *
 * @module
 */

import { TestFolder } from "./terminal.ts";

/** A full disk, and a pipe whose reader has gone before it is written to. */
const REDIRECTIONS = { full: '"$@" > /dev/full', closed: 'exec 3<>"$0" 4>"$0" 3>&-; "$@" >&4' };

/** Runs Deno with these arguments; settles with the exit code and what it says on the standard error output. */
export async function runUnwritable(
  output: keyof typeof REDIRECTIONS,
  args: readonly string[],
): Promise<[code: number, err: string]> {
  await using folder = await TestFolder.make();
  const pipe = `${folder.path}/pipe`;
  const bash = async (text: string, ...program: readonly string[]) =>
    await new Deno.Command("bash", {
      args: ["-c", text, pipe, ...program],
      env: { NO_COLOR: "1" },
      stdin: "null",
    }).output();
  await bash('mkfifo "$0"');
  const { code, stderr } = await bash(REDIRECTIONS[output], Deno.execPath(), ...args);
  return [code, new TextDecoder().decode(stderr)];
}
