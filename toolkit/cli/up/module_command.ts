/**
 * The command that runs a module of this program as a process of its own, the way this one was run.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { UpError } from "./up_error.ts";

/** A program and its arguments. */
export interface ModuleCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** The command for `module`, which may be of a checkout or of the web. */
export function commandFor(module: URL): ModuleCommand {
  if (Deno.build.standalone) {
    throw new UpError("orch up runs modules: use it from a checkout or by URL, not compiled");
  }
  // Modules of the web have no configuration: whatever lies in the current folder is none of theirs.
  const config = module.protocol === "file:"
    ? ["--config", fileURLToPath(new URL("../../../deno.json", import.meta.url))]
    : ["--no-config"];
  return {
    program: Deno.execPath(),
    args: ["run", "-A", "--quiet", "--unstable-kv", ...config, module.href],
  };
}
