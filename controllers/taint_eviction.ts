/**
 * The taint eviction controller: pods leave nodes whose taints they don't bear.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { Evictions, TAINT_EVICTION } from "./taint_eviction/evictions.ts";

/** How many pods are deleted at once. */
const WORKERS = 8;

/**
 * Deletes pods of nodes with `NoExecute` taints: at once where a pod does not tolerate one of them, else when the
 * time is over for which it tolerates them, which begins when the controller first sees both together.
 */
export function createTaintEvictionController(parts: LoopParts): Runnable {
  const evictions = new Evictions(parts);
  return keyedLoop(parts, {
    name: TAINT_EVICTION,
    queue: "noexec_taint_pod",
    workers: WORKERS,
    listen: (wake) => evictions.listen(wake),
    sync: (key, work) => evictions.sync(key, work),
  });
}

/** The controller of a process; without `--enable-taint-manager` the node life cycle deletes pods itself. */
export const taintEvictionController: ProcessController = {
  name: TAINT_EVICTION,
  account: "node-controller",
  flags: ["enable-taint-manager"],
  make: (parts) =>
    parts.values["enable-taint-manager"] ? createTaintEvictionController(parts) : undefined,
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("taint_eviction", [taintEvictionController]));
}
