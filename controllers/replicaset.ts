/**
 * The replica set controller: as many pods of a template as there should be.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import type { ProcessController } from "./process_controller.ts";
import type { LoopParts } from "./loop/mod.ts";
import { REPLICA_SET } from "./replicaset/replica_kind.ts";
import { createReplicas } from "./replicaset/replicas.ts";

/** How many replica sets are worked on at once. */
const WORKERS = 5;

/** Keeps the pods of replica sets. It has started when it knows all replica sets and pods. */
export function createReplicaSetController(parts: LoopParts, workers = WORKERS): Runnable {
  return createReplicas(parts, REPLICA_SET, workers);
}

/** The controller of a process. */
export const replicaSetController: ProcessController = {
  name: "replicaset-controller",
  aliases: ["replicaset"],
  account: "replicaset-controller",
  flags: ["concurrent-replicaset-syncs"],
  make: (parts) => createReplicaSetController(parts, parts.values["concurrent-replicaset-syncs"]),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("replicaset", [replicaSetController]));
}
