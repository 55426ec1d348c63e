/**
 * The controller manager's process.
 *
 * @module
 */

import { notBuiltProcess } from "../toolkit/process/not_built.ts";
import { controllerManagerFlags } from "./flags/mod.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return notBuiltProcess({
    program: (names) => names.processControllerManager,
    command: "orch controller-manager",
    about: "Runs the control loops of a cluster: each watches the state that the API server " +
      "shares and changes what is towards what should be.",
    groups: controllerManagerFlags,
  }, args);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
