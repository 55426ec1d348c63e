/**
 * The controllers of jobs and cron jobs in a process of their own, for tests beside the reference's and with kubectl.
 *
 * @module
 */

import { runControllers } from "../../controllers/command.ts";
import { garbageCollector } from "../../controllers/garbage_collector.ts";
import { cronJobController } from "../../controllers/cronjob.ts";
import { jobController } from "../../controllers/job.ts";
import { namespaceController } from "../../controllers/namespace.ts";

if (import.meta.main) {
  Deno.exit(
    await runControllers("batch", [
      cronJobController,
      jobController,
      namespaceController,
      garbageCollector,
    ]),
  );
}
