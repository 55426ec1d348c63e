/**
 * Files and folders of a cache that take long to make.
 *
 * @module
 */

import { pathExists } from "../toolkit/process/path_exists.ts";

/** Stays in a folder in which something was made: to delete it could take away the lock of who has just opened it. */
const LOCK_FILE = ".making";

/**
 * The file or folder at `path`. Where it isn't there `make` makes it, by the same name in a folder of its own: nobody
 * sees it before it is whole. Of what is in one folder one is made after the other, whichever process makes it: others
 * need it as well, or something that is mostly made of the same parts.
 */
export async function madeOnce(
  path: string,
  make: (made: string, folder: string) => Promise<void>,
): Promise<string> {
  if (await pathExists(path)) return path;
  const at = path.lastIndexOf("/");
  const parent = path.slice(0, at);
  await Deno.mkdir(parent, { recursive: true });
  using file = await Deno.open(`${parent}/${LOCK_FILE}`, { write: true, create: true });
  await file.lock(true);
  if (await pathExists(path)) return path;
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
