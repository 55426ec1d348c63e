/**
 * The controllers of jobs in a process of their own, for tests beside the reference's and with kubectl.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";
import { jobController } from "../../controllers/job.ts";
import { namespaceController } from "../../controllers/namespace.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("batch", [jobController, namespaceController, garbageCollector]),
  );
}
