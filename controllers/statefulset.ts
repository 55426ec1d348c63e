/**
 * The stateful set controller: pods that keep their names and their claims.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";
import { StatefulSets } from "./statefulset/stateful_sets.ts";

/** How many stateful sets are worked on at once. */
const WORKERS = 5;

/** Keeps the pods of stateful sets. It has started when it knows all sets, revisions, pods and claims. */
export function createStatefulSetController(parts: LoopParts, workers = WORKERS): Runnable {
  const sets = new StatefulSets(parts);
  return keyedLoop(parts, {
    name: "statefulset-controller",
    queue: "statefulset",
    workers,
    listen: (wake) => sets.listen(wake),
    sync: (key, work) => sets.sync(key, work),
  });
}

/** The controller of a process. */
export const statefulSetController: ProcessController = {
  name: "statefulset-controller",
  aliases: ["statefulset"],
  account: "statefulset-controller",
  flags: ["concurrent-statefulset-syncs"],
  make: (parts) => createStatefulSetController(parts, parts.values["concurrent-statefulset-syncs"]),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("statefulset", [statefulSetController]));
}
