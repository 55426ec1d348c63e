/**
 * Programs that are written in Go, for tests with clients that are: built the first time, into a cache
 * outside of the checkout; those of this checkout again when their source changes.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { go, isFile } from "./go.ts";
import { downloadModule } from "./go_module.ts";

/** What a folder of sources has. */
const SOURCE = /(\.go|^go\.(mod|sum))$/;

/** Why the Go module in `folder` can't be built here: what it needs can't be fetched. Else undefined. */
export async function missingModules(folder: string): Promise<string | undefined> {
  if (await isFile(await pathOf(folder))) return undefined;
  const { success, err } = await go(["mod", "download"], folder);
  return success ? undefined : `its Go modules, which can't be fetched: ${err.split("\n", 1)[0]}`;
}

/** The path of the program that the Go module in `folder` is built into. Throws where it does not compile. */
export async function goProgram(folder: string): Promise<string> {
  const path = await pathOf(folder);
  if (await isFile(path)) return path;
  await Deno.mkdir(cacheFolder("go-programs"), { recursive: true });
  // Under another name until it is whole.
  const made = `${path}.${Deno.pid}`;
  const { success, err } = await go(["build", "-trimpath", "-o", made, "."], folder);
  if (!success) throw new Error(`go build in ${folder}:\n${err}`);
  await Deno.rename(made, path);
  return path;
}

/**
 * The path of the program that a published package is built into: `path`, as the module calls it, of
 * `version`. Throws where it can't be fetched or built, which takes minutes the first time.
 */
export async function publishedProgram(path: string, version: string): Promise<string> {
  const name = path.split("/").at(-1)!;
  return await builtOnce(`${name}-${version}`, name, async (making) => {
    const { success, err } = await go(["install", "-trimpath", `${path}@${version}`], making, {
      GOBIN: making,
    });
    if (!success) throw new Error(`go install ${path}@${version}:\n${err}`);
  });
}

/**
 * The path of the program that a published module (`path@version`) has at `path` in it, built as those who publish it
 * do: its go.mod may replace what others would not, which `go install` refuses. Throws as {@link publishedProgram} does.
 */
export async function moduleProgram(module: string, path: string): Promise<string> {
  const name = `${module.split("@")[0]}/${path}`.replace(/[/.]+$/, "").split("/").at(-1)!;
  return await builtOnce(`${name}-${module.split("@")[1]}`, name, async (making) => {
    const { Dir } = await downloadModule(module, making);
    const { success, err } = await go(["build", "-trimpath", "-o", `${making}/${name}`, path], Dir);
    if (!success) throw new Error(`go build ${path} of ${module}:\n${err}`);
  });
}

/** The program `name` of a folder of the cache: where it isn't there `build` makes it, in another folder until it is whole. */
async function builtOnce(
  folderName: string,
  name: string,
  build: (making: string) => Promise<void>,
): Promise<string> {
  const folder = `${cacheFolder("go-programs")}/${folderName}`;
  if (await isFile(`${folder}/${name}`)) return `${folder}/${name}`;
  await Deno.mkdir(folder, { recursive: true });
  const making = await Deno.makeTempDir({ dir: folder });
  try {
    await build(making);
    await Deno.rename(`${making}/${name}`, `${folder}/${name}`);
  } finally {
    await Deno.remove(making, { recursive: true });
  }
  return `${folder}/${name}`;
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
  return `${cacheFolder("go-programs")}/${own}-${new Uint8Array(digest).toHex().slice(0, 16)}`;
}
