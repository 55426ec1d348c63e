/**
 * Programs in Go over the reference's source: for what its own programs don't let anybody ask. Built the first time, into a
 * cache outside of the checkout, and again when their source changes.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { go, isFile } from "./go.ts";
import { REFERENCE_VERSION, writeReferenceModule } from "./reference_build.ts";

/** The path of the program that a file of Go is built into, with the reference's packages of a version. */
export async function programOverReference(
  source: URL,
  version: string = REFERENCE_VERSION,
): Promise<string> {
  const file = source.pathname.split("/").at(-1)!;
  const name = file.replace(/\.go$/, "");
  const folder = cacheFolder(`go-programs/${name}-${version}`);
  const made = `${folder}/${name}`;
  await Deno.mkdir(folder, { recursive: true });
  const text = await Deno.readTextFile(source);
  const isBuilt = await isFile(made) && await isFile(`${folder}/${file}`) &&
    await Deno.readTextFile(`${folder}/${file}`) === text;
  if (isBuilt) return made;
  await writeReferenceModule(folder, version);
  await Deno.writeTextFile(`${folder}/${file}`, text);
  const env = { GOFLAGS: "-mod=mod", GOTOOLCHAIN: "" };
  const { success, err } = await go(["build", "-o", made, "."], folder, env);
  if (success) return made;
  await Deno.remove(`${folder}/${file}`);
  throw new Error(`go build of ${file}:\n${err}`);
}
