/**
 * The cloud controller manager's process.
 *
 * @module
 */

import { notBuiltProcess } from "../toolkit/process/not_built.ts";
import { cloudControllerManagerFlags } from "./flags.ts";

/** Runs the process with the command line `args` and returns its exit code. */
export function main(args: readonly string[]): Promise<number> {
  return notBuiltProcess({
    program: () => "cloud-controller-manager",
    command: "orch cloud-controller-manager",
    about: "Runs the control loops that need a cloud provider: nodes, routes and load balancers.",
    groups: cloudControllerManagerFlags,
  }, args);
}

if (import.meta.main) Deno.exit(await main(Deno.args));
