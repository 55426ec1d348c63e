/**
 * Files and folders of a cache that take long to make.
 *
 * @module
 */

import { pathExists } from "../toolkit/process/path_exists.ts";

/**
 * The file or folder at `path`. Where it isn't there `make` makes it, by the same name in a folder of its own: others may
 * be making it at the same time, and nobody sees it before it is whole.
 */
export async function madeOnce(
  path: string,
  make: (made: string, folder: string) => Promise<void>,
): Promise<string> {
  if (await pathExists(path)) return path;
  const at = path.lastIndexOf("/");
  const parent = path.slice(0, at);
  await Deno.mkdir(parent, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: parent });
  try {
    const made = folder + path.slice(at);
    await make(made, folder);
    try {
      await Deno.rename(made, path);
    } catch (error) {
      // A folder takes no other's place: whoever was first has made it.
      if (!await pathExists(path)) throw error;
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return path;
}
