/**
 * The controllers of nodes in a process of their own, for tests beside the reference's.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { nodeLifecycleController } from "../../controllers/node_lifecycle.ts";
import { taintEvictionController } from "../../controllers/taint_eviction.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("nodes", [
      nodeLifecycleController,
      taintEvictionController,
    ]),
  );
}
