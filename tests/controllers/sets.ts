/**
 * The controllers of stateful sets and daemon sets in a process of their own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { daemonSetController } from "../../controllers/daemonset.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";
import { namespaceController } from "../../controllers/namespace.ts";
import { statefulSetController } from "../../controllers/statefulset.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("sets", [
      statefulSetController,
      daemonSetController,
      namespaceController,
      garbageCollector,
    ]),
  );
}
