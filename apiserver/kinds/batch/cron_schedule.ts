/**
 * What is asked of the schedules of cron jobs.
 *
 * @module
 */

import { CronError, parseCron } from "../../../toolkit/schedule/mod.ts";

/** Why a text is no schedule; undefined for one that is. It may begin with the zone of its times. */
export function checkSchedule(text: string): string | undefined {
  try {
    parseCron(text);
    return undefined;
  } catch (error) {
    if (error instanceof CronError) return error.message;
    throw error;
  }
}
