/**
 * The node agent's process.
 *
 * @module
 */

import { notBuiltProcess } from "../toolkit/process/not_built.ts";
import { nodeAgentFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return notBuiltProcess({
    program: (names) => names.processNodeAgent,
    command: "orch nodeagent",
    about: "Runs on every node: registers it, and keeps the containers of its pods as the pods' " +
      "specifications say, wherever those come from.",
    groups: nodeAgentFlags,
  }, args);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
