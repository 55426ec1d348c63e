/**
 * The go command, for what tests build and run of modules that are published, or of this checkout.
 *
 * @module
 */

import { findProgram } from "./requirements.ts";

/** How a go command ended. */
export interface GoEnded {
  readonly success: boolean;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs go in a folder. What is pinned is what is used: neither files of modules nor the compiler change
 * by themselves, unless `env` says otherwise.
 */
export async function go(
  args: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GoEnded> {
  const { success, stdout, stderr } = await new Deno.Command(findProgram("go") ?? "go", {
    args: [...args],
    cwd: folder,
    env: { CGO_ENABLED: "0", GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).output();
  const decoder = new TextDecoder();
  return { success, out: decoder.decode(stdout), err: decoder.decode(stderr) };
}

/** Whether there is a file of this path. */
export async function isFile(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
