/**
 * Files of a cache that take long to make.
 *
 * @module
 */

import { isFile } from "./go.ts";

/**
 * The file at `path`. Where it isn't there `make` makes it, as a file of the same name in a folder of its own: others may
 * be making it at the same time, and nobody sees it before it is whole.
 */
export async function madeOnce(
  path: string,
  make: (made: string, folder: string) => Promise<void>,
): Promise<string> {
  if (await isFile(path)) return path;
  const at = path.lastIndexOf("/");
  const parent = path.slice(0, at);
  await Deno.mkdir(parent, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: parent });
  try {
    const made = folder + path.slice(at);
    await make(made, folder);
    await Deno.rename(made, path);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  return path;
}
