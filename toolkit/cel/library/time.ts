/**
 * What can be asked of points in time and lengths of it.
 *
 * @module
 */

import { isTimeZone } from "../../values/zone_names.ts";
import { offsetMs, zoneFormat } from "../../values/zone_offset.ts";
import { type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import type { Duration, Timestamp } from "../values.ts";
import { workOfRun } from "../work.ts";
import { floorDivide } from "./conversions.ts";
import { counted, quoted } from "./counted.ts";

const NANOS_PER_MS = 1_000_000n;
const NANOS_PER_MINUTE = 60_000_000_000n;
const MS_PER_DAY = 86_400_000;

/** A date whose UTC fields are those of the time zone. */
type Read = (local: Date) => number;

const PARTS: Readonly<Record<string, Read>> = {
  getFullYear: (date) => date.getUTCFullYear(),
  getMonth: (date) => date.getUTCMonth(),
  getDate: (date) => date.getUTCDate(),
  getDayOfMonth: (date) => date.getUTCDate() - 1,
  getDayOfWeek: (date) => date.getUTCDay(),
  getDayOfYear: (date) =>
    Math.floor((date.getTime() - yearStart(date.getUTCFullYear())) / MS_PER_DAY),
  getHours: (date) => date.getUTCHours(),
  getMinutes: (date) => date.getUTCMinutes(),
  getSeconds: (date) => date.getUTCSeconds(),
  getMilliseconds: (date) => date.getUTCMilliseconds(),
};

/** `Date.UTC` takes years below 100 for those of the last century. */
function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}

function localDate({ nanos }: Timestamp, zone: string): Date {
  const ms = Number(floorDivide(nanos, NANOS_PER_MS));
  return new Date(ms + aheadMs(ms, zone));
}

/** How far a zone is ahead of UTC at a time. */
function aheadMs(ms: number, zone: string): number {
  if (zone === "UTC" || zone === "") return 0;
  // The server's own.
  if (zone === "Local") return -new Date(ms).getTimezoneOffset() * 60_000;
  const colon = zone.indexOf(":");
  if (colon < 0) return offsetMs(formatOf(zone), ms);
  const hours = 60n * wholeNumber(zone.slice(0, colon));
  const minutes = wholeNumber(zone.slice(colon + 1));
  const offset = zone.startsWith("-") ? hours - minutes : hours + minutes;
  // In nanoseconds of 64 bits, so that what is absurd still is a time.
  return Number(BigInt.asIntN(64, offset * NANOS_PER_MINUTE) / NANOS_PER_MS);
}

/** A number with or without a sign, of 64 bits. */
function wholeNumber(text: string): bigint {
  const fail = (why: string) => new CelError(`strconv.Atoi: parsing ${quoted(text)}: ${why}`);
  if (!/^[+-]?\d+$/.test(text)) throw fail("invalid syntax");
  const digits = text.replace(/^([+-]?)0+(?=\d)/, "$1");
  const value = digits.length > 20 ? undefined : BigInt(digits.replace("+", ""));
  if (value === undefined || BigInt.asIntN(64, value) !== value) throw fail("value out of range");
  return value;
}

/** A date is taken apart into texts, and put together again. */
const ZONED = { call: 100, unit: 1 };
/** The rules of a zone are looked up, or a name that is none is told. */
const ZONE_STEPS = 2_000;

/** Of zones alone, of which there are some hundred: names of none are not kept. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  workOfRun(ZONE_STEPS);
  if (/^[/\\]|\.\./.test(timeZone)) throw new CelError("time: invalid location name");
  if (timeZone.includes("\0")) throw new CelError("invalid argument");
  if (!isTimeZone(timeZone)) throw new CelError(`unknown time zone ${timeZone}`);
  const format = zoneFormat(timeZone);
  FORMATS.set(timeZone, format);
  return format;
}

const SPANS: Readonly<Record<string, bigint>> = {
  getHours: 3_600_000_000_000n,
  getMinutes: 60_000_000_000n,
  getSeconds: 1_000_000_000n,
  getMilliseconds: NANOS_PER_MS,
};

export const TIME_LIBRARY: CelLibrary = {
  overloads: [
    ...Object.entries(PARTS).flatMap(([name, read]) => {
      const call = (time: Timestamp, zone = "UTC") => BigInt(read(localDate(time, zone)));
      return [
        overload(`timestamp.${name}(): int`, call),
        overload(`timestamp.${name}(string): int`, counted(ZONED, call)),
      ];
    }),
    ...Object.entries(SPANS).map(([name, unit]) =>
      overload(`duration.${name}(): int`, ({ nanos }: Duration) => nanos / unit)
    ),
  ],
};
