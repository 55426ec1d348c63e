/**
 * Points in time and lengths of it, as texts.
 *
 * @module
 */

import { parseDuration, parseTime } from "../../values/mod.ts";
import { CelError } from "../source.ts";
import { Duration, type Timestamp } from "../values.ts";
import { workOfRun } from "../work.ts";
import { countError } from "./counted.ts";
import { checkedTimestamp } from "./operators.ts";

const NANOS = 1_000_000_000n;

/** What is longer is hardly right. */
const USUAL_LENGTH = 40;
/** Of a character of what is wrong: it is quoted more than once. */
const QUOTED_STEPS = 16;

/** Counts a text that is read, before that if it may take long. */
function countLong({ length }: string): void {
  if (length > USUAL_LENGTH) workOfRun(length * QUOTED_STEPS);
}

function countWrong({ length }: string): void {
  // Of the reader, and of who says what it read.
  countError();
  countError();
  if (length <= USUAL_LENGTH) workOfRun(length * QUOTED_STEPS);
}

export function parseTimestamp(text: string): Timestamp {
  countLong(text);
  try {
    const { seconds, nanos } = parseTime(text);
    return checkedTimestamp(BigInt(seconds) * NANOS + BigInt(nanos), offsetOf(text));
  } catch (error) {
    countWrong(text);
    throw new CelError(error instanceof Error ? error.message : String(error));
  }
}

/** So many seconds after 1970. */
export function timestampOf(seconds: bigint): Timestamp {
  return checkedTimestamp(seconds * NANOS);
}

/** Minutes, of a text that is a time. */
function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** RFC 3339 in the zone of its text, with as many digits of a second as there are. */
export function printTimestamp({ nanos, offset }: Timestamp): string {
  const fraction = ((nanos % NANOS) + NANOS) % NANOS;
  const ms = Number((nanos - fraction) / 1_000_000n) + offset * 60_000;
  const whole = new Date(ms).toISOString().slice(0, -".000Z".length);
  const digits = fraction === 0n ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
  if (offset === 0) return `${whole}${digits}Z`;
  const minutes = Math.abs(offset);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, "0")
  );
  return `${whole}${digits}${offset < 0 ? "-" : "+"}${hour}:${minute}`;
}

export function parseDurationText(text: string): Duration {
  countLong(text);
  try {
    return new Duration(parseDuration(text));
  } catch (error) {
    countWrong(text);
    throw new CelError(error instanceof Error ? error.message : String(error));
  }
}

/** In seconds, `90s` or `1.5s`, as exact as a double can say it. */
export function printDurationText({ nanos }: Duration): string {
  const seconds = Number(nanos / NANOS) + Number(nanos % NANOS) / 1e9;
  const [digits = "", exponent] = String(seconds).split("e-");
  if (exponent === undefined) return `${digits}s`;
  const sign = seconds < 0 ? "-" : "";
  return `${sign}0.${"0".repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, "")}s`;
}
