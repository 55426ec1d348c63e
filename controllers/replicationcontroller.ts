/**
 * The replication controllers' controller: as many pods of a template as there should be.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import type { ProcessController } from "./process_controller.ts";
import type { LoopParts } from "./loop/mod.ts";
import { REPLICATION_CONTROLLER } from "./replicaset/replica_kind.ts";
import { createReplicas } from "./replicaset/replicas.ts";

/** How many replication controllers are worked on at once. */
const WORKERS = 5;

/** Keeps the pods of replication controllers. It has started when it knows all of them and all pods. */
export function createReplicationController(parts: LoopParts, workers = WORKERS): Runnable {
  return createReplicas(parts, REPLICATION_CONTROLLER, workers);
}

/** The controller of a process. */
export const replicationController: ProcessController = {
  name: "replicationcontroller-controller",
  aliases: ["replicationcontroller"],
  account: "replication-controller",
  flags: ["concurrent-rc-syncs"],
  make: (parts) => createReplicationController(parts, parts.values["concurrent-rc-syncs"]),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("replicationcontroller", [replicationController]));
}
