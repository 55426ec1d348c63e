/**
 * Which of a schedule's times is due, and when to look again.
 *
 * @module
 */

import { nextTime, type ZonedRule } from "./next_time.ts";

const SECOND_MS = 1000;
const MINUTE_MS = 60_000;
/** More missed times than this are worth a word. */
const MANY = 100;
/** So much later a time is looked at, as clocks differ a little. */
const LATE_MS = 100;

/** What times count from, in milliseconds since 1970. */
export interface CountingFrom {
  readonly createdMs: number;
  /** The time for which a job was made last. */
  readonly lastMs: number | undefined;
  /** Times before this are past; undefined: none are. */
  readonly notBeforeMs?: number | undefined;
}

/** See the module. */
export interface DueTime {
  /** From when on times were looked at. */
  readonly fromMs: number;
  /** The last time that has come; undefined: none has. */
  readonly dueMs: number | undefined;
  /** About how many times have come. */
  readonly missed: number;
}

/** A schedule whose times never come. */
export class ScheduleError extends Error {
  override name = "ScheduleError";
}

/**
 * The last time of a schedule that has come. Where several have, how many is reckoned from the distance of the
 * first two: it is a guess where distances differ. Throws a {@link ScheduleError} where no times come.
 */
export function dueTime(rule: ZonedRule, from: CountingFrom, nowMs: number): DueTime {
  const fromMs = Math.max(from.lastMs ?? from.createdMs, from.notBeforeMs ?? -Infinity);
  const first = nextTime(rule, fromMs);
  if (first !== undefined && nowMs < first) return { fromMs, dueMs: undefined, missed: 0 };
  const second = first === undefined ? undefined : nextTime(rule, first);
  if (first === undefined || second === undefined) {
    throw new ScheduleError("time difference between two schedules is less than 1 second");
  }
  if (nowMs < second) return { fromMs, dueMs: first, missed: 0 };
  const distance = second - first;
  const missed = Math.floor(Math.floor((nowMs - first) / SECOND_MS) * SECOND_MS / distance) + 1;
  return { fromMs, dueMs: lastTime(rule, first, nowMs), missed };
}

/** Whether so many missed times are worth a word. */
export function isMany({ missed }: DueTime): boolean {
  return missed > MANY;
}

/** In how many milliseconds the next time comes; undefined: none does. */
export function untilNextMs(
  rule: ZonedRule,
  { createdMs, lastMs }: CountingFrom,
  nowMs: number,
): number | undefined {
  let after = nowMs;
  try {
    const { fromMs, dueMs } = dueTime(rule, { createdMs, lastMs }, nowMs);
    after = dueMs ?? fromMs;
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
  }
  const next = nextTime(rule, after);
  return next === undefined ? undefined : Math.max(0, next + LATE_MS - nowMs);
}

/** The last time that has come, where the first has. */
function lastTime({ rule, zone }: ZonedRule, firstMs: number, nowMs: number): number {
  if (rule.type === "Every") return firstMs + Math.floor((nowMs - firstMs) / rule.ms) * rule.ms;
  const next = (ms: number) => nextTime({ rule, zone }, ms) ?? Infinity;
  // Of minutes after which there is a time that has come, the last: that time follows it.
  const before = firstMs - MINUTE_MS;
  let [low, high] = [0, Math.ceil((nowMs - before) / MINUTE_MS)];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (next(before + middle * MINUTE_MS) <= nowMs) low = middle;
    else high = middle;
  }
  return next(before + low * MINUTE_MS);
}
