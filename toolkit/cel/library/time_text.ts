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
    return checkedTimestamp(BigInt(seconds) * NANOS + BigInt(nanos));
  } catch (error) {
    countWrong(text);
    throw new CelError(error instanceof Error ? error.message : String(error));
  }
}

/** RFC 3339 in UTC, with as many digits of a second as there are. */
export function printTimestamp({ nanos }: Timestamp): string {
  const fraction = ((nanos % NANOS) + NANOS) % NANOS;
  const ms = Number((nanos - fraction) / 1_000_000n);
  const whole = new Date(ms).toISOString().slice(0, -".000Z".length);
  const digits = fraction === 0n ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
  return `${whole}${digits}Z`;
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

/** In seconds: `90s`, `1.5s`. */
export function printDurationText({ nanos }: Duration): string {
  const amount = nanos < 0n ? -nanos : nanos;
  const fraction = amount % NANOS;
  const digits = fraction === 0n ? "" : `.${String(fraction).padStart(9, "0").replace(/0+$/, "")}`;
  return `${nanos < 0n ? "-" : ""}${amount / NANOS}${digits}s`;
}
