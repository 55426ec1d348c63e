/**
 * Programs that are written in Rust, for tests with clients that are: built the first time, into a cache
 * outside of the checkout, and again when their source changes.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { isFile } from "./go.ts";
import { madeOnce } from "./made_once.ts";
import { findProgram } from "./requirements.ts";
import { digestOfFiles } from "./source_digest.ts";

/** Why the packages of the Cargo project in `folder` can't be had here. Else undefined. */
export async function missingCrates(folder: string): Promise<string | undefined> {
  if (await isFile(await pathOf(folder))) return undefined;
  const { success, err } = await cargo(["fetch"], folder);
  return success ? undefined : `its packages, which can't be fetched: ${err.split("\n", 1)[0]}`;
}

/** The path of the program that the Cargo project in `folder` is built into. Throws where it does not compile. */
export async function rustProgram(folder: string): Promise<string> {
  return await madeOnce(await pathOf(folder), async (made) => {
    // What others it was built with needs is kept, so that a change builds its own lines only.
    const target = cacheFolder("rust-target");
    const { success, err } = await cargo(["build", "--target-dir", target], folder);
    if (!success) throw new Error(`cargo build in ${folder}:\n${err}`);
    await Deno.copyFile(`${target}/debug/${await nameOf(folder)}`, made);
  });
}

/** Runs cargo: what is pinned is what is used. */
async function cargo(
  args: readonly string[],
  folder: string,
): Promise<{ readonly success: boolean; readonly err: string }> {
  const { success, stderr } = await new Deno.Command(findProgram("cargo") ?? "cargo", {
    args: [...args, "--locked", "--quiet"],
    cwd: folder,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { success, err: new TextDecoder().decode(stderr) };
}

/** What the project calls its program. */
async function nameOf(folder: string): Promise<string> {
  const manifest = await Deno.readTextFile(`${folder}/Cargo.toml`);
  return manifest.match(/^name = "(.+)"$/m)![1]!;
}

/** Where the program is kept: elsewhere for another source. */
async function pathOf(folder: string): Promise<string> {
  const names = ["Cargo.toml", "Cargo.lock"];
  for await (const { name } of Deno.readDir(`${folder}/src`)) names.push(`src/${name}`);
  const digest = await digestOfFiles(folder, names);
  return `${cacheFolder("rust-programs")}/${await nameOf(folder)}-${digest}`;
}
