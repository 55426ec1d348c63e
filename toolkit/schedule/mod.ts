/** Schedules, and the zones of their times. */
export {
  CronError,
  type CronInterval,
  type CronSchedule,
  type CronTimes,
  parseCron,
} from "./cron.ts";
export { isTimeZone, TimeZone } from "./time_zone.ts";
