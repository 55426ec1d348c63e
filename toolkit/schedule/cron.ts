/**
 * Schedules as cron has them: five fields, or a word; with a time zone in front, or without.
 *
 * @module
 */

import { DurationError, NANOS_PER_MS, parseDuration } from "../values/duration.ts";
import { quoteGo } from "../values/quote.ts";
import { isTimeZone } from "../values/zone_names.ts";

/** A text that is no schedule. */
export class CronError extends Error {
  /** Tells it apart in logs. */
  override name = "CronError";
}

/** Which minutes. */
export interface CronTimes {
  readonly type: "Times";
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  /** Of the month, from 1. */
  readonly days: ReadonlySet<number>;
  /** From 1. */
  readonly months: ReadonlySet<number>;
  /** From Sunday, 0. */
  readonly weekdays: ReadonlySet<number>;
  /** Whether a day must be right by both, as one of them is any; otherwise one is enough. */
  readonly needsBoth: boolean;
}

/** Again and again, in whole seconds, from wherever one counts. */
export interface CronInterval {
  readonly type: "Every";
  readonly ms: number;
}

/** What a text says. */
export interface CronSchedule {
  /** Undefined where it names none. */
  readonly zone: string | undefined;
  readonly rule: CronTimes | CronInterval;
}

interface FieldBounds {
  readonly min: number;
  readonly max: number;
  /** What stands for numbers, from `min` upwards. */
  readonly words: readonly string[];
}

interface Field {
  readonly values: ReadonlySet<number>;
  readonly isAny: boolean;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const DAYS = "sun mon tue wed thu fri sat".split(" ");

const FIELDS: readonly FieldBounds[] = [
  { min: 0, max: 59, words: [] },
  { min: 0, max: 23, words: [] },
  { min: 1, max: 31, words: [] },
  { min: 1, max: 12, words: MONTHS },
  { min: 0, max: 6, words: DAYS },
];

const WORDS: ReadonlyMap<string, string> = new Map([
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
  ["@monthly", "0 0 1 * *"],
  ["@weekly", "0 0 * * 0"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@hourly", "0 * * * *"],
]);
const EVERY = "@every ";
const LEAST_MS = 1000;

const IN_ZONE = /^(?:CRON_)?TZ=([^ ]*)(.*)$/s;
const INTEGER = /^[+-]?\d+$/;
const MOST_INTEGER = 2n ** 63n - 1n;

/** Reads a schedule; throws a {@link CronError} that says why a text is none. */
export function parseCron(text: string): CronSchedule {
  const inZone = IN_ZONE.exec(text);
  if (inZone === null) return { zone: undefined, rule: parseRule(text) };
  const [_, zone = "", rest = ""] = inZone;
  if (rest === "") throw new CronError("invalid schedule format: nothing follows the time zone");
  if (zone !== "" && !isTimeZone(zone)) {
    throw new CronError(`provided bad location ${zone}: unknown time zone ${zone}`);
  }
  return { zone, rule: parseRule(rest.trim()) };
}

function parseRule(text: string): CronTimes | CronInterval {
  if (text === "") throw new CronError("empty spec string");
  if (text.startsWith(EVERY)) return parseInterval(text);
  const times = text.startsWith("@") ? WORDS.get(text) : text;
  if (times === undefined) throw new CronError(`unrecognized descriptor: ${text}`);
  const fields = times.trim().split(/\s+/).filter((field) => field !== "");
  if (fields.length !== FIELDS.length) {
    const found = `found ${fields.length}: [${fields.join(" ")}]`;
    throw new CronError(`expected exactly ${FIELDS.length} fields, ${found}`);
  }
  const read = fields.map((field, index) => parseField(field, FIELDS[index]!));
  const [minutes, hours, days, months, weekdays] = read as [Field, Field, Field, Field, Field];
  return {
    type: "Times",
    minutes: minutes.values,
    hours: hours.values,
    days: days.values,
    months: months.values,
    weekdays: weekdays.values,
    needsBoth: days.isAny || weekdays.isAny,
  };
}

function parseInterval(text: string): CronInterval {
  try {
    const ms = Number(parseDuration(text.slice(EVERY.length)) / NANOS_PER_MS);
    return { type: "Every", ms: Math.max(LEAST_MS, Math.floor(ms / LEAST_MS) * LEAST_MS) };
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new CronError(`failed to parse duration ${text}: ${error.message}`);
  }
}

/** Ranges with commas between them: as many as there are, none included. */
function parseField(text: string, bounds: FieldBounds): Field {
  const values = new Set<number>();
  let isAny = false;
  for (const range of text.split(",")) {
    if (range !== "" && addRange(range, bounds, values)) isAny = true;
  }
  return { values, isAny };
}

/** Adds one of `*`, `5`, `1-5`, with `/2` behind it or not; whether that is any value at all. */
function addRange(text: string, { min, max, words }: FieldBounds, values: Set<number>): boolean {
  const [range = "", stepText, ...tooMany] = text.split("/");
  const [first = "", last, ...more] = range.split("-");
  const isStar = first === "*" || first === "?";
  let [start, end] = [min, max];
  if (!isStar) {
    start = readValue(first, words, min);
    if (more.length > 0) throw new CronError(`too many hyphens: ${text}`);
    end = last === undefined ? start : readValue(last, words, min);
  }
  if (tooMany.length > 0) throw new CronError(`too many slashes: ${text}`);
  const step = stepText === undefined ? 1 : readInteger(stepText);
  if (stepText !== undefined && last === undefined) end = max;
  if (start < min) {
    throw new CronError(`beginning of range (${start}) below minimum (${min}): ${text}`);
  }
  if (end > max) throw new CronError(`end of range (${end}) above maximum (${max}): ${text}`);
  if (start > end) {
    throw new CronError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
  }
  if (step === 0) throw new CronError(`step of range should be a positive number: ${text}`);
  for (let value = start; value <= end; value += step) values.add(value);
  return isStar && step === 1;
}

function readValue(text: string, words: readonly string[], min: number): number {
  const place = words.indexOf(text.toLowerCase());
  return place < 0 ? readInteger(text) : place + min;
}

function readInteger(text: string): number {
  const refuse = (why: string) =>
    new CronError(
      `failed to parse int from ${text}: strconv.Atoi: parsing ${quoteGo(text)}: ${why}`,
    );
  if (!INTEGER.test(text)) throw refuse("invalid syntax");
  // More digits than a number has are not read as one.
  const digits = text.replace(/^[+-]?0*/, "");
  if (digits.length > 19 || BigInt(digits || 0) > MOST_INTEGER) throw refuse("value out of range");
  const value = Number(text);
  if (value < 0) throw new CronError(`negative number (${value}) not allowed: ${text}`);
  return value;
}
