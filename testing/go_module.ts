/**
 * Published modules of Go, for the files that they have besides their code.
 *
 * @module
 */

import { go } from "./go.ts";

/** Where a module is, as it was published: nothing is to be written there. */
export interface DownloadedModule {
  readonly Dir: string;
  readonly GoMod: string;
}

/**
 * Fetches a module (`path@version`). `folder`: outside of any module, so that no other one's settings count. Throws
 * where it can't be fetched.
 */
export async function downloadModule(module: string, folder: string): Promise<DownloadedModule> {
  const download = ["mod", "download", "-json", module];
  const { success, out, err } = await go(download, folder, { GOFLAGS: "" });
  if (!success) throw new Error(`${module} can't be fetched: ${err || out}`);
  return JSON.parse(out);
}
