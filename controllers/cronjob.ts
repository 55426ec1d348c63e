/**
 * The cron job controller: jobs by the clock.
 *
 * @module
 */

import type { Runnable } from "../toolkit/runnable.ts";
import { isTimeZone, TimeZone } from "../toolkit/schedule/mod.ts";
import { CRON_JOB_CONTROLLER, CronJobs } from "./cronjob/cron_jobs.ts";
import { keyedLoop, type LoopParts } from "./loop/mod.ts";
import type { ProcessController } from "./process_controller.ts";

/** How many cron jobs are worked on at once. */
const WORKERS = 5;

/** What {@link createCronJobController} may be told. */
export interface CronJobOptions {
  /** How many cron jobs are worked on at once. Default 5. */
  readonly workers?: number;
  /** Of schedules that name no zone. Default `UTC`. */
  readonly timeZone?: string;
}

/** Makes jobs when their time has come. It has started when it knows all cron jobs and jobs. */
export function createCronJobController(
  parts: LoopParts,
  { workers = WORKERS, timeZone = "UTC" }: CronJobOptions = {},
): Runnable {
  const cronJobs = new CronJobs(parts, TimeZone.of(timeZone));
  return keyedLoop(parts, {
    name: CRON_JOB_CONTROLLER,
    queue: "cronjob",
    workers,
    listen: (wake) => cronJobs.listen(wake),
    sync: (key, work) => cronJobs.sync(key, work),
  });
}

/** The controller of a process. */
export const cronJobController: ProcessController = {
  name: CRON_JOB_CONTROLLER,
  aliases: ["cronjob"],
  account: "cronjob-controller",
  flags: [],
  make: (parts) => createCronJobController(parts, { timeZone: localTimeZone() }),
};

/** The zone of this machine; UTC where it has none that has a name. */
function localTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : "UTC";
}

if (import.meta.main) {
  const { runControllers } = await import("./command.ts");
  Deno.exit(await runControllers("cronjob", [cronJobController]));
}
