/**
 * Programs that are written in Java, for tests with clients that are: built by Maven the first time, into a cache
 * outside of the checkout, and again when their source changes.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { isFile } from "./go.ts";
import { madeOnce } from "./made_once.ts";
import { findProgram } from "./requirements.ts";
import { digestOfFiles } from "./source_digest.ts";

/** What a project has besides its sources. */
const PROJECT = "pom.xml";

/** Why the project in `folder` can't be built here: what it needs can't be fetched. Else undefined. */
export async function missingArtifacts(folder: string): Promise<string | undefined> {
  if (await isFile(await pathOf(folder))) return undefined;
  const { success, out } = await maven(
    ["dependency:resolve", "dependency:resolve-plugins"],
    folder,
  );
  const why = out.split("\n").find((line) => line.startsWith("[ERROR]"));
  return success ? undefined : `its Java artifacts, which can't be fetched: ${why}`;
}

/**
 * The path of the archive that the Maven project in `folder` is packaged into: `java -jar` runs it. Throws where it
 * does not compile.
 */
export async function javaProgram(folder: string): Promise<string> {
  return await madeOnce(await pathOf(folder), async (made, making) => {
    // What Maven builds stands below the project: the checkout stays as it is.
    await copySources(folder, `${making}/project`);
    const { success, out } = await maven(["package"], `${making}/project`);
    if (!success) throw new Error(`mvn package in ${folder}:\n${out}`);
    await Deno.rename(`${making}/project/target/program.jar`, made);
  });
}

async function maven(goals: readonly string[], folder: string) {
  const { success, stdout } = await new Deno.Command(findProgram("mvn") ?? "mvn", {
    args: ["--batch-mode", "--quiet", ...goals],
    cwd: folder,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  return { success, out: new TextDecoder().decode(stdout) };
}

async function copySources(from: string, to: string): Promise<void> {
  for (const name of await sourcesOf(from)) {
    await Deno.mkdir(`${to}/${name}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}

/** All files that the program is made of, below `folder`. */
async function sourcesOf(folder: string): Promise<string[]> {
  const names = [PROJECT];
  const walk = async (below: string) => {
    for await (const { name, isDirectory } of Deno.readDir(`${folder}/${below}`)) {
      if (isDirectory) await walk(`${below}/${name}`);
      else names.push(`${below}/${name}`);
    }
  };
  await walk("src");
  return names;
}

/** Where the program is kept: elsewhere for another source. */
async function pathOf(folder: string): Promise<string> {
  return `${cacheFolder("java-programs")}/${await digestOfFiles(
    folder,
    await sourcesOf(folder),
  )}.jar`;
}
