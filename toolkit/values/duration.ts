/**
 * Spans of time as Go writes them (`1h30m0s`, `1.5h`, `100ms`), in whole nanoseconds. Nanoseconds
 * are a bigint, as an int64 of them does not fit a number; where milliseconds do, there are
 * functions for those.
 *
 * @module
 */

import { quoteGo } from "./quote.ts";

/** A text that is no duration. */
export class DurationError extends Error {
  /** Tells it apart in logs. */
  override name = "DurationError";
}

/** Nanoseconds in a millisecond. */
export const NANOS_PER_MS = 1_000_000n;

const NANOS_PER_UNIT: ReadonlyMap<string, bigint> = new Map([
  ["ns", 1n],
  ["us", 1_000n],
  ["\u00b5s", 1_000n], // the micro sign
  ["\u03bcs", 1_000n], // the Greek letter
  ["ms", NANOS_PER_MS],
  ["s", 1_000_000_000n],
  ["m", 60_000_000_000n],
  ["h", 3_600_000_000_000n],
]);

const TWO_63 = 1n << 63n;
/** More digits than this, leading zeros aside, are past 2^63. */
const LIMIT_DIGITS = 19;

/** Reads a duration into nanoseconds; throws {@link DurationError} with Go's message. */
export function parseDuration(text: string): bigint {
  const negative = text.startsWith("-");
  const signed = negative || text.startsWith("+");
  if (text.length === (signed ? 2 : 1) && text.endsWith("0")) return 0n;
  const part = /(\d*)(\.\d*)?([^.\d]*)/y;
  part.lastIndex = signed ? 1 : 0;
  if (part.lastIndex === text.length) throw invalid(text);
  let total = 0n;
  while (part.lastIndex < text.length) {
    const [, whole = "", point = "", unitName = ""] = part.exec(text) ?? [];
    if (whole === "" && point.length < 2) throw invalid(text);
    const digits = whole.replace(/^0+/, "");
    if (digits.length > LIMIT_DIGITS || BigInt(digits) > TWO_63) throw invalid(text);
    if (unitName === "") throw new DurationError(`time: missing unit in duration ${quoteGo(text)}`);
    const unit = NANOS_PER_UNIT.get(unitName);
    if (unit === undefined) {
      throw new DurationError(
        `time: unknown unit ${quoteGo(unitName)} in duration ${quoteGo(text)}`,
      );
    }
    total += BigInt(digits) * unit + fractionOf(unit, point.slice(1));
    if (total > TWO_63) throw invalid(text);
  }
  if (negative) return -total;
  if (total === TWO_63) throw invalid(text);
  return total;
}

function invalid(text: string): DurationError {
  return new DurationError(`time: invalid duration ${quoteGo(text)}`);
}

/** Go computes a fraction in float64, and drops the digits that leave an int64. So must we. */
function fractionOf(unit: bigint, digits: string): bigint {
  let fraction = 0n;
  let scale = 1;
  for (const digit of digits) {
    if (fraction > (TWO_63 - 1n) / 10n) break;
    const next = fraction * 10n + BigInt(digit);
    if (next > TWO_63) break;
    fraction = next;
    scale *= 10;
  }
  return BigInt(Math.trunc(Number(fraction) * (Number(unit) / scale)));
}

/** Prints nanoseconds as Go does: `1h0m0s`, `1.5s`, `100ms`, `0s`. */
export function printDuration(nanos: bigint): string {
  if (nanos < 0n) return `-${printDuration(-nanos)}`;
  if (nanos < 1_000n) return nanos === 0n ? "0s" : `${nanos}ns`;
  if (nanos < NANOS_PER_MS) return `${withFraction(nanos, 3)}\u00b5s`;
  if (nanos < 1_000_000_000n) return `${withFraction(nanos, 6)}ms`;
  const minutes = nanos / 60_000_000_000n;
  const seconds = withFraction(nanos % 60_000_000_000n, 9);
  if (minutes === 0n) return `${seconds}s`;
  return minutes < 60n ? `${minutes}m${seconds}s` : `${minutes / 60n}h${minutes % 60n}m${seconds}s`;
}

/** `value / 10^places`, without trailing zeros. */
function withFraction(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  return digits.slice(0, -places) + (fraction && `.${fraction}`);
}

/** The form in which a server writes the duration `text`; throws {@link DurationError}. */
export function canonicalDuration(text: string): string {
  return printDuration(parseDuration(text));
}

/**
 * Reads a duration into milliseconds, with a fraction where it has one.
 *
 * ```ts
 * import { parseDurationMs } from "../../mod.ts";
 *
 * parseDurationMs("1m30s"); // 90000
 * ```
 */
export function parseDurationMs(text: string): number {
  return msOfNanos(parseDuration(text));
}

/** Prints milliseconds, to the nanosecond, as {@link printDuration} does. */
export function printDurationMs(ms: number): string {
  return printDuration(nanosOfMs(ms));
}

/** Milliseconds of nanoseconds. Exact to the nanosecond below 104 days. */
export function msOfNanos(nanos: bigint): number {
  return Number(nanos) / 1e6;
}

/** Nanoseconds of milliseconds, rounded to the nearest. */
export function nanosOfMs(ms: number): bigint {
  const whole = Math.trunc(ms);
  return BigInt(whole) * NANOS_PER_MS + BigInt(Math.round((ms - whole) * 1e6));
}
