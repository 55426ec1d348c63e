/**
 * Published modules of Go, for the files that they have besides their code.
 *
 * @module
 */

import { go } from "./go.ts";

/**
 * Where the files of a module are (`path@version`), as they were published. Nothing is to be written
 * there. `folder`: outside of any module, so that no other one's settings count. Throws where it can't be fetched.
 */
export async function moduleFolder(module: string, folder: string): Promise<string> {
  const download = ["mod", "download", "-json", module];
  const { success, out, err } = await go(download, folder, { GOFLAGS: "" });
  if (!success) throw new Error(`${module} can't be fetched: ${err || out}`);
  return (JSON.parse(out) as { Dir: string }).Dir;
}
