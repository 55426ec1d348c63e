/**
 * Programs that are written in Go, for tests with clients that are: built the first time, into a cache
 * outside of the checkout; those of this checkout again when their source changes.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { go, isFile } from "./go.ts";
import { downloadModule } from "./go_module.ts";
import { madeOnce } from "./made_once.ts";
import { sourceDigest } from "./source_digest.ts";

/** What a folder of sources has. */
const SOURCE = /(\.(go|s)|^go\.(mod|sum))$/;

/** Why the Go module in `folder` can't be built here: what it needs can't be fetched. Else undefined. */
export async function missingModules(folder: string): Promise<string | undefined> {
  if (await isFile(await pathOf(folder))) return undefined;
  const { success, err } = await go(["mod", "download"], folder);
  return success ? undefined : `its Go modules, which can't be fetched: ${err.split("\n", 1)[0]}`;
}

/** The path of the program that the Go module in `folder` is built into. Throws where it does not compile. */
export async function goProgram(folder: string): Promise<string> {
  return await madeOnce(await pathOf(folder), async (made) => {
    const { success, err } = await go(["build", "-trimpath", "-o", made, "."], folder);
    if (!success) throw new Error(`go build in ${folder}:\n${err}`);
  });
}

/**
 * The path of the program that a published package is built into: `path`, as the module calls it, of
 * `version`. It is built as for anybody who requires it, so that what its module replaces is not replaced. Throws where
 * it can't be fetched or built, which takes minutes the first time.
 */
export async function publishedProgram(path: string, version: string): Promise<string> {
  return await madeOnce(programPath(path, version), async (made, making) => {
    const run = async (...args: string[]) => {
      const { success, err } = await go(args, making, { GOFLAGS: "-mod=mod" });
      if (!success) throw new Error(`go ${args.join(" ")}:\n${err}`);
    };
    await run("mod", "init", "program");
    await run("get", `${path}@${version}`);
    await run("build", "-trimpath", "-o", made, path);
  });
}

/**
 * The path of the program that a published module (`path@version`) has at `path` in it, built as those who publish it
 * do: its go.mod may replace what others would not, which `go install` refuses. Throws as {@link publishedProgram} does.
 */
export async function moduleProgram(module: string, path: string): Promise<string> {
  const [name, version] = module.split("@") as [string, string];
  return await madeOnce(programPath(packageOf(name, path), version), async (made, making) => {
    const { Dir } = await downloadModule(module, making);
    // Of a module's own copies of what it requires only a part is published.
    const { success, err } = await go(
      ["build", "-mod=readonly", "-trimpath", "-o", made, path],
      Dir,
    );
    if (!success) throw new Error(`go build ${path} of ${module}:\n${err}`);
  });
}

/** What a package is called that is at `path` in a module: `./cmd/operator`, or `.` for the module itself. */
export function packageOf(module: string, path: string): string {
  return `${module}/${path}`.replaceAll(/\/\.(?=\/|$)/g, "");
}

/** Where a published program is kept: several modules have a `controller` of one version. */
function programPath(path: string, version: string): string {
  const folder = `${path.replaceAll("/", "-")}-${version}`;
  return `${cacheFolder("go-programs")}/${folder}/${path.split("/").at(-1)}`;
}

/** Where the program is kept: elsewhere for another source. */
async function pathOf(folder: string): Promise<string> {
  const own = folder.split("/").filter(Boolean).at(-1);
  return `${cacheFolder("go-programs")}/${own}-${await sourceDigest(folder, SOURCE)}`;
}
