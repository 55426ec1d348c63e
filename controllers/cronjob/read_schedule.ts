/**
 * The schedule of a cron job, in its zone.
 *
 * @module
 */

import { parseCron, TimeZone } from "../../toolkit/schedule/mod.ts";
import type { ZonedRule } from "./next_time.ts";
import type { LiveCronJob } from "./scheduled_job.ts";

/**
 * Throws a CronError where the schedule is none. The zone is the one that the schedule itself names, as older ones
 * do, else that of the cron job, else `local`.
 */
export function readSchedule({ spec }: LiveCronJob, local: TimeZone): ZonedRule {
  const { zone = spec?.timeZone, rule } = parseCron(spec?.schedule ?? "");
  return { rule, zone: zone === undefined ? local : TimeZone.of(zone) };
}
