/**
 * The command that runs a module of this program as a process of its own, the way this one was run.
 *
 * @module
 */

import { fileURLToPath } from "node:url";

/**
 * What the runtime is told besides what to run. Its space for young objects grows to 16 MB twice
 * over unless it is told otherwise: with half of that an API server of 5,000 objects takes 213 MB
 * where it took 275, at no more processor time (measured).
 *
 * And it must not make objects among the old ones right away. It does so for places in the program whose objects
 * lived long for a while, as those of requests do while they wait for the store. From then on each request is over
 * at once, but stays among the old objects until these are looked through, and keeps with it all that was new:
 * a read then took 57 µs of processor where it took 43 without, and 90 MB were garbage that nobody looked for
 * (measured; docs/decisions.md, 127).
 */
export const RUNTIME_FLAGS = [
  "--unstable-kv",
  "--v8-flags=--max-semi-space-size=8,--no-allocation-site-pretenuring",
] as const;

/**
 * What the runtime is told by its environment.
 *
 * Unless it is told otherwise it looks for what came over the network once in 61 turns of its event loop, as long as
 * there is anything else to do: whoever sends a request while others flood the server waits for all of those turns.
 *
 * And the C library keeps what large buffers were in for others like them, more the larger they get, unless it is told
 * from which size on each goes back to the system: an API server, a controller manager and a scheduler of 10,000 pods
 * have 666 MB at rest where they had 707 (measured; docs/decisions.md, 133). Other libraries take no notice of it.
 */
export const RUNTIME_ENVIRONMENT: Readonly<Record<string, string>> = {
  DENO_TOKIO_EVENT_INTERVAL: "1",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
};

/** A program and its arguments. */
export interface ModuleCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * The command for `module`, which may be of a checkout or of the web. A compiled program has all of them in itself, as
 * commands of its own: it is run again with `name`, or with nothing where the module is that of the program.
 */
export function commandFor(
  module: URL,
  name: string | undefined,
  isCompiled: boolean = Deno.build.standalone,
): ModuleCommand {
  // What the runtime is told a compiled program was told when it was made.
  if (isCompiled) return { program: Deno.execPath(), args: name === undefined ? [] : [name] };
  // Modules of the web have no configuration: whatever lies in the current folder is none of theirs.
  const config = module.protocol === "file:"
    ? ["--config", fileURLToPath(new URL("../../../deno.json", import.meta.url))]
    : ["--no-config"];
  return {
    program: Deno.execPath(),
    args: ["run", "-A", "--quiet", ...RUNTIME_FLAGS, ...config, module.href],
  };
}
