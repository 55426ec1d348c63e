/** Schedules, and the zones of their times. */
export {
  CronError,
  type CronInterval,
  type CronSchedule,
  type CronTimes,
  parseCron,
} from "./cron.ts";
export { isTimeZone } from "../values/mod.ts";
export { TimeZone } from "./time_zone.ts";
