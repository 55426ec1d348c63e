/**
 * The job controller: pods that run until enough of them have succeeded.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { JOB_CONTROLLER, Jobs } from "./job/jobs.ts";
import { createOrphanLoop } from "./job/orphan_pods.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many jobs are worked on at once. */
const WORKERS = 5;
const BACKOFF = { base: 1000, max: 60_000, jitter: 0 };

/** Runs jobs to their end. It has started when it knows all jobs and pods. */
export function createJobController(parts: LoopParts, workers = WORKERS): Runnable {
  const jobs = new Jobs(parts);
  const loop = keyedLoop(parts, {
    name: JOB_CONTROLLER,
    queue: "job",
    workers,
    backoff: BACKOFF,
    listen: (wake) => jobs.listen(wake),
    sync: (key, work) => jobs.sync(key, work),
  });
  const orphans = createOrphanLoop(parts, {
    jobs: jobs.jobs,
    tracking: jobs.tracking,
    viewOf: jobs.viewOf,
    workers,
    backoff: BACKOFF,
  });
  return {
    ...loop,
    async run(context) {
      const { signal } = context;
      await Promise.all([loop.run(context), orphans.run({ signal, started() {} })]);
    },
  };
}

/** The controller of a process. */
export const jobController: ProcessController = {
  name: JOB_CONTROLLER,
  aliases: ["job"],
  account: "job-controller",
  flags: [],
  make: (parts) => createJobController(parts),
};

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("job", [jobController]));
}
