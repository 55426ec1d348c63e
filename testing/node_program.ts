/**
 * Programs that run on Node.js with packages, for tests with clients that do: copied beside their packages, which are
 * installed as the program's lock file says, the first time, into a cache outside of the checkout.
 *
 * @module
 */

import { cacheFolder } from "./cache_folder.ts";
import { madeOnce } from "./made_once.ts";
import { sourceDigest } from "./source_digest.ts";

/** What a folder of sources has. */
const SOURCE = /(\.mjs|^package(-lock)?\.json)$/;

/** The program's first file. */
const MAIN = "main.mjs";

/** The path of `main.mjs` in a copy of `folder` that has its packages. Throws where they can't be installed. */
export async function nodeProgram(folder: string): Promise<string> {
  const own = folder.split("/").filter(Boolean).at(-1);
  const path = `${cacheFolder("node-programs")}/${own}-${await sourceDigest(
    folder,
    SOURCE,
  )}`;
  const whole = await madeOnce(path, async (made) => {
    await Deno.mkdir(made);
    for await (const { name } of Deno.readDir(folder)) {
      if (SOURCE.test(name)) {
        await Deno.copyFile(`${folder}/${name}`, `${made}/${name}`);
      }
    }
    const { success, stderr } = await new Deno.Command("npm", {
      args: ["ci", "--ignore-scripts", "--no-audit", "--no-fund"],
      cwd: made,
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    if (!success) {
      throw new Error(
        `npm ci in ${folder}:\n${new TextDecoder().decode(stderr)}`,
      );
    }
  });
  return `${whole}/${MAIN}`;
}
