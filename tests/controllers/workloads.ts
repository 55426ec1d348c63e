/**
 * The controllers of workloads in a process of their own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { deploymentController } from "../../controllers/deployment.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";
import { namespaceController } from "../../controllers/namespace.ts";
import { replicaSetController } from "../../controllers/replicaset.ts";
import { replicationController } from "../../controllers/replicationcontroller.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("workloads", [
      deploymentController,
      replicaSetController,
      replicationController,
      namespaceController,
      garbageCollector,
    ]),
  );
}
