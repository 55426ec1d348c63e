/**
 * The daemon set controller: a pod on each node that should have one.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { DaemonSets } from "./daemonset/daemon_sets.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many daemon sets are worked on at once. */
const WORKERS = 2;

/** Keeps the pods of daemon sets. It has started when it knows all sets, revisions, pods and nodes. */
export function createDaemonSetController(parts: LoopParts, workers = WORKERS): Runnable {
  const sets = new DaemonSets(parts);
  return keyedLoop(parts, {
    name: "daemonset-controller",
    queue: "daemonset",
    workers,
    listen: (wake) => sets.listen(wake),
    sync: (key, work) => sets.sync(key, work),
  });
}

/** The controller of a process. */
export const daemonSetController: ProcessController = {
  name: "daemonset-controller",
  aliases: ["daemonset"],
  account: "daemon-set-controller",
  flags: [],
  make: (parts) => createDaemonSetController(parts),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("daemonset", [daemonSetController]));
}
