/**
 * The checkout that the gate runs on: its files, and this Deno on them.
 *
 * @module
 */

/** The root folder. */
export const ROOT = new URL("../../", import.meta.url).pathname;

const SKIPPED_FOLDERS = new Set([".git", ".cache", "node_modules", "facts", "results", "coverage"]);

/** Paths of the files whose names match, relative to the root, sorted. */
export async function files(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  async function walk(folder: string): Promise<void> {
    for await (const entry of Deno.readDir(ROOT + folder)) {
      const path = folder + entry.name;
      if (entry.isDirectory && !SKIPPED_FOLDERS.has(entry.name)) await walk(`${path}/`);
      else if (entry.isFile && pattern.test(entry.name)) found.push(path);
    }
  }
  await walk("");
  return found.sort();
}

/** What others import or run by URL. */
export const ENTRY_POINTS: readonly string[] = [
  "mod.ts",
  "testing.ts",
  "server.ts",
  "codec.ts",
  "cli.ts",
];

/**
 * Compilers and tests make much that does not live long: a larger space for what is new has it collected less often,
 * for a twentieth less of the processor. Flags of a command, which the processes that tests start don't inherit.
 */
export const LARGE_YOUNG_SPACE = "--v8-flags=--max-semi-space-size=32,--min-semi-space-size=16";

/** Plain output, without the stack of the runtime itself below each failure. */
export const QUIET: Record<string, string> = { NO_COLOR: "1", RUST_BACKTRACE: "0" };

/** Runs this Deno on the checkout, its output gathered. */
export async function deno(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ success: boolean; output: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    env: { ...QUIET, ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
