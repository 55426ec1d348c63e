/**
 * When a schedule comes next.
 *
 * @module
 */

import type { CronInterval, CronTimes, TimeZone } from "../../toolkit/schedule/mod.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** What does not come in so many years never comes. */
const MOST_YEARS = 5;

/** A schedule in a zone. */
export interface ZonedRule {
  readonly rule: CronTimes | CronInterval;
  readonly zone: TimeZone;
}

/**
 * The first time of a schedule after another, in milliseconds since 1970; undefined: there is none. Of a schedule by
 * the clock that is the first minute in which the zone's clocks show what it says: what they leave out does not
 * come, and what they show twice comes twice.
 */
export function nextTime({ rule, zone }: ZonedRule, afterMs: number): number | undefined {
  if (rule.type === "Every") return Math.floor(afterMs / SECOND_MS) * SECOND_MS + rule.ms;
  let at = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  const lastYear = new Date(zone.wallAt(at)).getUTCFullYear() + MOST_YEARS;
  for (;;) {
    const wallMs = zone.wallAt(at);
    const wall = new Date(wallMs);
    if (wall.getUTCFullYear() > lastYear) return undefined;
    const steps = stepsFrom(wall, rule);
    if (steps === undefined) return at;
    // As far as can be, unless the clocks are put back or forward on the way.
    const offset = wallMs - at;
    const step = steps.map((target) => target - wallMs)
      .find((ms) => zone.wallAt(at + ms) - (at + ms) === offset);
    at += step ?? MINUTE_MS;
  }
}

/** Undefined where a time is right; else to which times one may go on without missing any, the farthest first. */
function stepsFrom(wall: Date, rule: CronTimes): readonly number[] | undefined {
  const [year, month, day] = [wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()];
  const [hour, minute] = [wall.getUTCHours(), wall.getUTCMinutes()];
  const nextHour = wall.getTime() + HOUR_MS - minute * MINUTE_MS;
  if (!rule.months.has(month + 1)) {
    return [Date.UTC(year, month + 1, 1), Date.UTC(year, month, day + 1), nextHour];
  }
  if (!isDay(wall, rule)) return [Date.UTC(year, month, day + 1), nextHour];
  if (!rule.hours.has(hour)) return [nextHour];
  if (rule.minutes.has(minute)) return undefined;
  const later = [...rule.minutes].filter((one) => one > minute);
  return later.length === 0
    ? [nextHour]
    : [wall.getTime() + (Math.min(...later) - minute) * MINUTE_MS];
}

function isDay(wall: Date, { days, weekdays, needsBoth }: CronTimes): boolean {
  const [byDay, byWeekday] = [days.has(wall.getUTCDate()), weekdays.has(wall.getUTCDay())];
  return needsBoth ? byDay && byWeekday : byDay || byWeekday;
}
