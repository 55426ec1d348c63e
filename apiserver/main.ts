/**
 * The API server's process.
 *
 * @module
 */

import { notBuiltProcess } from "../toolkit/process/not_built.ts";
import { apiServerFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return notBuiltProcess({
    program: (names) => names.processApiServer,
    about: "Validates and stores the objects of the API, and serves them: the one place through " +
      "which all other parts of a cluster share its state.",
    groups: apiServerFlags,
  }, args);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
