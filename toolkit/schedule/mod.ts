/** Schedules, and the zones of their times. */
export {
  CronError,
  type CronInterval,
  type CronSchedule,
  type CronTimes,
  parseCron,
} from "./cron.ts";
export { isTimeZone } from "../values/zone_names.ts";
export { TimeZone } from "./time_zone.ts";
