/**
 * Programs of this checkout that are written in Go, for tests with clients that are: built the first
 * time, into a cache outside of the checkout, and again when their source changes.
 *
 * @module
 */

import { findProgram } from "./requirements.ts";

/** What a folder of sources has. */
const SOURCE = /(\.go|^go\.(mod|sum))$/;

/** Why the Go module in `folder` can't be built here: what it needs can't be fetched. Else undefined. */
export async function missingModules(folder: string): Promise<string | undefined> {
  if (await exists(await pathOf(folder))) return undefined;
  const { success, text } = await go(["mod", "download"], folder);
  return success ? undefined : `its Go modules, which can't be fetched: ${text.split("\n", 1)[0]}`;
}

/** The path of the program that the Go module in `folder` is built into. Throws where it does not compile. */
export async function goProgram(folder: string): Promise<string> {
  const path = await pathOf(folder);
  if (await exists(path)) return path;
  await Deno.mkdir(cacheFolder(), { recursive: true });
  // Under another name until it is whole.
  const made = `${path}.${Deno.pid}`;
  const { success, text } = await go(["build", "-trimpath", "-o", made, "."], folder);
  if (!success) throw new Error(`go build in ${folder}:\n${text}`);
  await Deno.rename(made, path);
  return path;
}

/** Where the program is kept: elsewhere for another source. */
async function pathOf(folder: string): Promise<string> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) if (SOURCE.test(name)) names.push(name);
  let text = "";
  for (const name of names.sort()) {
    text += `${name}\n${await Deno.readTextFile(`${folder}/${name}`)}\n`;
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const own = folder.split("/").filter(Boolean).at(-1);
  return `${cacheFolder()}/${own}-${new Uint8Array(digest).toHex().slice(0, 16)}`;
}

async function go(
  args: readonly string[],
  folder: string,
): Promise<{ readonly success: boolean; readonly text: string }> {
  const { success, stderr } = await new Deno.Command(findProgram("go") ?? "go", {
    args: [...args],
    cwd: folder,
    // What is pinned is what is used: neither these files nor the compiler change by themselves.
    env: { CGO_ENABLED: "0", GOFLAGS: "-mod=readonly", GOTOOLCHAIN: "local" },
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { success, text: new TextDecoder().decode(stderr).trim() };
}

function cacheFolder(): string {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") || "/tmp"}/.cache`;
  return `${cache}/orch/go-programs`;
}

async function exists(path: string): Promise<boolean> {
  try {
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
