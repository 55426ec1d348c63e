/**
 * Times between their text and their seconds. Objects are full of times, so the usual text is read
 * and written by arithmetic; anything else is left to toolkit/values.
 *
 * @module
 */

import {
  FIRST_SECOND,
  isZeroTime,
  LAST_SECOND,
  parseMicroTime,
  parseTime,
  printMicroTime,
  printTime,
  type Time,
  ZERO_TIME,
} from "../values/time.ts";
import { CodecError } from "./error.ts";

const DAY_SECONDS = 86_400;

/** The seconds since 1970 of a Time's text; undefined for the zero time. */
export function secondsOf(text: string): number | undefined {
  const day = text.length === 20 && text.endsWith("Z") ? dayOf(text) : undefined;
  if (day !== undefined) {
    const hour = digits(text, 11), minute = digits(text, 14), second = digits(text, 17);
    if (
      hour < 24 && minute < 60 && second < 60 && text[10] === "T" && text[13] === ":" &&
      text[16] === ":"
    ) {
      return day + hour * 3600 + minute * 60 + second;
    }
  }
  const time = parseTime(text);
  return isZeroTime(time) ? undefined : time.seconds;
}

/** Two digits as a number; 100 when they are none. */
function digits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48, ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : 100;
}

/** The start of the day of the text, in seconds; undefined where that needs a closer look. */
function dayOf(text: string): number | undefined {
  const century = digits(text, 0), decade = digits(text, 2);
  const month = digits(text, 5), day = digits(text, 8);
  if (century < 10 || century > 99 || decade > 99 || text[4] !== "-" || text[7] !== "-") {
    return undefined;
  }
  if (month < 1 || month > 12 || day < 1 || day > 28) return undefined;
  // Years from March on put the leap day last; a cycle of 400 years has 146,097 days.
  const year = century * 100 + decade - (month <= 2 ? 1 : 0);
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return (year * 365 + leapDays + dayOfYear - 719_468) * DAY_SECONDS;
}

/** The point in time of a MicroTime's text; undefined for the zero time. */
export function timeOf(text: string): Time | undefined {
  const time = parseMicroTime(text);
  return isZeroTime(time) ? undefined : time;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** The day that was printed last, for the next time is likely on it. */
let printedDay = NaN;
let printedDate = "";

/** The text of a Time; undefined for the zero time. Throws for one outside of years 0 to 9999. */
export function timeText(seconds: number | bigint): string | undefined {
  const known = checkedSeconds(seconds);
  if (known === ZERO_TIME.seconds) return undefined;
  const day = Math.floor(known / DAY_SECONDS);
  if (day !== printedDay) {
    printedDate = printTime({ seconds: day * DAY_SECONDS, nanos: 0 }).slice(0, 11);
    printedDay = day;
  }
  const rest = known - day * DAY_SECONDS;
  const hour = TWO_DIGITS[Math.floor(rest / 3600)];
  const minute = TWO_DIGITS[Math.floor(rest / 60) % 60];
  return `${printedDate}${hour}:${minute}:${TWO_DIGITS[rest % 60]}Z`;
}

/** As {@link timeText}, for a MicroTime. */
export function microTimeText(seconds: number | bigint, nanos: number): string | undefined {
  const time = { seconds: checkedSeconds(seconds), nanos };
  if (nanos < 0 || nanos > 999_999_999) throw new CodecError(`${nanos} nanoseconds of a second`);
  return isZeroTime(time) ? undefined : printMicroTime(time);
}

function checkedSeconds(seconds: number | bigint): number {
  if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return Number(seconds);
  throw new CodecError(`time ${seconds} is outside of the years 0 to 9999`);
}
