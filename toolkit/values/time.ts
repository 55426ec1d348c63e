/**
 * Points in time as the API writes them: RFC 3339, in UTC, a Time to the second and a MicroTime
 * with six decimals. Reading follows Go's time package, which takes a little more than RFC 3339
 * says (an hour of one digit, a comma before the fraction) and no leap second.
 *
 * @module
 */

import { inOnePiece } from "./one_piece.ts";
import { quoteGo } from "./quote.ts";

/** A point in time, as Protobuf carries it. */
export interface Time {
  /** Whole seconds since 1970, negative before: a safe integer. */
  readonly seconds: number;
  /** 0 to 999,999,999, always forward from `seconds`. */
  readonly nanos: number;
}

/** A text that is no time. */
export class TimeError extends Error {
  /** Tells it apart in logs. */
  override name = "TimeError";
}

/** The time that Go calls zero, and that JSON writes as null: the start of the year 1. */
export const ZERO_TIME: Time = { seconds: -62_135_596_800, nanos: 0 };

/** The start of the year 0, and the last second of 9999: texts of times reach no further. */
export const FIRST_SECOND: number = -62_167_219_200;
export const LAST_SECOND: number = 253_402_300_799;

/** True for {@link ZERO_TIME}. */
export function isZeroTime(time: Time): boolean {
  return time.seconds === ZERO_TIME.seconds && time.nanos === 0;
}

const LAYOUT = "2006-01-02T15:04:05Z07:00";
const MICRO_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

const USUAL = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;

/** Reads a Time, fractions of a second included; throws {@link TimeError} with Go's message. */
export function parseTime(text: string): Time {
  return parseUsual(text, USUAL) ?? new LayoutReader(text, LAYOUT).read();
}

const USUAL_MICRO =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)\.(\d{6})(?:Z|([+-])(\d\d):(\d\d))$/;

/** Reads a MicroTime, which must have six decimals; throws {@link TimeError} with Go's message. */
export function parseMicroTime(text: string): Time {
  return parseUsual(text, USUAL_MICRO) ?? new LayoutReader(text, MICRO_LAYOUT).read();
}

function parseUsual(text: string, pattern: RegExp): Time | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, sign, zoneHour, zoneMinute] = match;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  if (zoneHour !== undefined && (Number(zoneHour) > 23 || Number(zoneMinute) > 59)) {
    return undefined;
  }
  const days = daysSinceEpoch(Number(year), Number(month), Number(day));
  if (days === undefined) return undefined;
  const offset = zoneHour === undefined ? 0 : Number(zoneHour) * 60 + Number(zoneMinute);
  return {
    seconds: days * 86400 + Number(hour) * 3600 + Number(minute) * 60 + Number(second) -
      (sign === "-" ? -60 : 60) * offset,
    nanos: nanosOf(fraction ?? ""),
  };
}

function nanosOf(digits: string): number {
  return Number(digits.slice(0, 9).padEnd(9, "0"));
}

/** Undefined when the month has no such day. */
function daysSinceEpoch(year: number, month: number, day: number): number | undefined {
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // Date.UTC takes years below 100 for 19xx, hence the shift by a whole cycle of the calendar.
  return Date.UTC(year + 400, month - 1, day) / 86_400_000 - 146_097;
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/** Prints a Time in UTC to the second; what is finer is cut off. */
export function printTime(time: Time): string {
  return inOnePiece(`${printSeconds(time.seconds)}Z`);
}

/** Prints a MicroTime in UTC with six decimals; what is finer is cut off. */
export function printMicroTime(time: Time): string {
  const micros = Math.trunc(time.nanos / 1000).toString().padStart(6, "0");
  return inOnePiece(`${printSeconds(time.seconds)}.${micros}Z`);
}

/** How the platform writes times of the years 0 to 9999. */
const FOUR_DIGIT_YEARS = "YYYY-MM-DDTHH:MM:SS.000Z";

/** The second that was printed last: a server prints the present one for every write, several times. */
let lastPrinted = { seconds: 0, text: "1970-01-01T00:00:00" };

function printSeconds(seconds: number): string {
  if (lastPrinted.seconds !== seconds) lastPrinted = { seconds, text: textOfSeconds(seconds) };
  return lastPrinted.text;
}

function textOfSeconds(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  if (text.length === FOUR_DIGIT_YEARS.length) return text.slice(0, FOUR_DIGIT_YEARS.indexOf("."));
  const [, year = "", rest = ""] = /^([+-]?\d+)(-.{14})/.exec(text) ?? [];
  if (year.length === 4) return year + rest;
  return (year.startsWith("-") ? "-" : "") + Math.abs(Number(year)).toString().padStart(4, "0") +
    rest;
}

/**
 * The form in which a server writes the Time `text`, undefined for the zero time, which it writes as
 * null; throws {@link TimeError}, also for one that only its zone puts into a year that has no text.
 * The usual text is found to be canonical in one pass.
 */
export function canonicalTime(text: string): string | undefined {
  if (text.length === 20 && isPlainlyCanonical(text)) return text;
  const time = withinYears(parseTime(text), text);
  return isZeroTime(time) ? undefined : printTime(time);
}

/** As {@link canonicalTime}, for a MicroTime. */
export function canonicalMicroTime(text: string): string | undefined {
  if (text.length === 27 && text[19] === "." && isPlainlyCanonical(text)) return text;
  const time = withinYears(parseMicroTime(text), text);
  return isZeroTime(time) ? undefined : printMicroTime(time);
}

function withinYears(time: Time, text: string): Time {
  if (within(time.seconds, FIRST_SECOND, LAST_SECOND)) return time;
  throw new TimeError(`parsing time ${quoteGo(text)}: year outside of range [0,9999]`);
}

/** True only for canonical texts, if not for all: the ends of months, and odd years, take longer. */
function isPlainlyCanonical(text: string): boolean {
  return pair(text, 0) >= 10 && pair(text, 2) >= 0 && text[4] === "-" &&
    within(pair(text, 5), 1, 12) && text[7] === "-" && within(pair(text, 8), 1, 28) &&
    text[10] === "T" && within(pair(text, 11), 0, 23) && text[13] === ":" &&
    within(pair(text, 14), 0, 59) && text[16] === ":" && within(pair(text, 17), 0, 59) &&
    (text.length === 20 || (pair(text, 20) >= 0 && pair(text, 22) >= 0 && pair(text, 24) >= 0)) &&
    text.endsWith("Z");
}

/** The number that two digits make, or -1. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48, ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function within(value: number, min: number, max: number): boolean {
  return value >= min && value <= max;
}

/** The time of milliseconds since 1970, as a clock gives them. */
export function timeOfMs(ms: number): Time {
  const seconds = Math.floor(ms / 1000);
  return { seconds, nanos: Math.round((ms - seconds * 1000) * 1e6) };
}

/** Milliseconds since 1970, with a fraction where the time has one. */
export function msOfTime(time: Time): number {
  return time.seconds * 1000 + time.nanos / 1e6;
}

/** Negative when `left` is earlier, positive when it is later, 0 when they are the same. */
export function compareTimes(left: Time, right: Time): number {
  return left.seconds - right.seconds || left.nanos - right.nanos;
}

/**
 * Reads what the pattern of the usual text does not take, field by field as Go walks a layout:
 * odd texts are rare, and the message must name the field at which Go stops.
 */
class LayoutReader {
  readonly #text: string;
  readonly #layout: string;
  #rest: string;

  constructor(text: string, layout: string) {
    this.#text = text;
    this.#layout = layout;
    this.#rest = text;
  }

  read(): Time {
    const year = this.#year();
    const month = this.#number("01", "-", "month", 1, 12);
    // The day's bounds depend on month and year, and are checked after the rest is read.
    const day = this.#number("02", "-");
    const hour = this.#number("15", "T", "hour", 0, 23);
    const minute = this.#number("04", ":", "minute", 0, 59);
    const second = this.#number("05", ":", "second", 0, 59);
    const nanos = this.#layout === MICRO_LAYOUT ? this.#micros() : this.#fraction();
    const offset = this.#zone();
    if (this.#rest !== "") throw this.#complaint(`extra text: ${quoteGo(this.#rest)}`);
    const days = daysSinceEpoch(year, month, day);
    if (days === undefined) throw this.#complaint("day out of range");
    return { seconds: days * 86400 + hour * 3600 + minute * 60 + second - offset, nanos };
  }

  #year(): number {
    return Number(this.#take(/^\d{4}/, "2006"));
  }

  #number(element: string, prefix: string, name = "", min = 0, max = 99): number {
    if (!this.#rest.startsWith(prefix)) throw this.#mismatch(prefix);
    this.#rest = this.#rest.slice(prefix.length);
    const number = Number(this.#take(element === "15" ? /^\d\d?/ : /^\d\d/, element));
    if (number < min || number > max) throw this.#complaint(`${name} out of range`);
    return number;
  }

  #fraction(): number {
    const digits = /^[.,](\d+)/.exec(this.#rest);
    if (digits === null) return 0;
    this.#rest = this.#rest.slice(digits[0].length);
    return nanosOf(digits[1] ?? "");
  }

  #micros(): number {
    return nanosOf(this.#take(/^[.,]\d{6}/, ".000000").slice(1));
  }

  /** The zone's offset in seconds. */
  #zone(): number {
    if (this.#rest.startsWith("Z")) {
      this.#rest = this.#rest.slice(1);
      return 0;
    }
    const match = /^([^])(\d\d):(\d\d)/.exec(this.#rest);
    // People do write 24 hours and 60 minutes, and Go lets them.
    if (Number(match?.[2]) > 24) throw this.#complaint("time zone offset hour out of range");
    if (Number(match?.[3]) > 60) throw this.#complaint("time zone offset minute out of range");
    const [sign, hour, minute] = [match?.[1] ?? "", Number(match?.[2]), Number(match?.[3])];
    if (sign !== "+" && sign !== "-") throw this.#mismatch("Z07:00");
    this.#rest = this.#rest.slice(6);
    return (sign === "-" ? -60 : 60) * (hour * 60 + minute);
  }

  #take(pattern: RegExp, element: string): string {
    const found = pattern.exec(this.#rest)?.[0];
    if (found === undefined) throw this.#mismatch(element);
    this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #mismatch(element: string): TimeError {
    return new TimeError(
      `parsing time ${quoteGo(this.#text)} as ${quoteGo(this.#layout)}: ` +
        `cannot parse ${quoteGo(this.#rest)} as ${quoteGo(element)}`,
    );
  }

  #complaint(complaint: string): TimeError {
    return new TimeError(`parsing time ${quoteGo(this.#text)}: ${complaint}`);
  }
}
