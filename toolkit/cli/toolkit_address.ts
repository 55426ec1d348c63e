/**
 * From where what a command writes imports the toolkit.
 *
 * @module
 */

import { isAbsolute, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FlagError } from "../flags/mod.ts";
import { CommandError } from "./command.ts";

/** The toolkit that this program is part of. */
const OWN = new URL("../../mod.ts", import.meta.url);

/**
 * The address of the toolkit's `mod.ts`: that of this very program, a path in a checkout or the address
 * that it was run from. A compiled program has none.
 */
export function ownAddress(isCompiled: boolean = Deno.build.standalone): string {
  if (!isCompiled) return OWN.href;
  throw new CommandError(
    "this is a compiled program, whose toolkit nobody else can import: say by --import where mod.ts is",
  );
}

/**
 * The address of the folder of a toolkit, with a slash behind it, for a project in `directory`: of the
 * address or path of its `mod.ts`, or of the folder itself. Paths that are not absolute stay so, and go
 * from the project.
 */
export function toolkitFolder(given: string, directory: string): string {
  const text = given.replace(/mod\.ts$/, "");
  if (/^(https?|file):\/\//.test(given)) {
    const url = URL.parse(text.replace(/\/*$/, "/"));
    if (url === null || url.search !== "" || url.hash !== "") throw noToolkit(given);
    return url.href;
  }
  if (/^[\w+.-]+:/.test(given)) throw noToolkit(given);
  const folder = resolve(text || ".");
  if (isAbsolute(given)) return pathToFileURL(join(folder, "/")).href;
  const path = relative(resolve(directory), folder).replaceAll("\\", "/");
  return `${path.startsWith(".") ? path : `./${path}`}/`;
}

function noToolkit(given: string): FlagError {
  return new FlagError(
    `--import is ${
      JSON.stringify(given)
    }: write the address or the path of a toolkit's mod.ts, as ` +
      "https://example.com/orch/mod.ts or ../orch/mod.ts",
  );
}
