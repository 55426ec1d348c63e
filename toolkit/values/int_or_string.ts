/**
 * Values that are a number or a string, such as a port or its name, a count or a percentage. In
 * JSON and here they are just that; the number is an int32.
 *
 * @module
 */

import { quoteText } from "./quote.ts";

/** A 32-bit integer, or a string. */
export type IntOrString = number | string;

/** A value that is neither a number nor a percentage, where one is needed. */
export class IntOrStringError extends Error {
  /** Tells it apart in logs. */
  override name = "IntOrStringError";
}

const MIN_INT32 = -(2 ** 31);
const MAX_INT32 = 2 ** 31 - 1;
const INTEGER = /^[+-]?\d+$/;
const MAX_INT64 = (1n << 63n) - 1n;

/** True for what the API takes as an int-or-string. */
export function isIntOrString(value: unknown): value is IntOrString {
  return typeof value === "string" || (typeof value === "number" && isInt32(value));
}

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= MIN_INT32 && value <= MAX_INT32;
}

/** Reads a text: a number where it is one in 32 bits, else the text as it is. */
export function parseIntOrString(text: string): IntOrString {
  if (!INTEGER.test(text)) return text;
  const number = Number(text) + 0; // never -0
  return isInt32(number) ? number : text;
}

/** The text of either. */
export function printIntOrString(value: IntOrString): string {
  return String(value);
}

/** The number, that of a string which holds one, or 0. */
export function intValue(value: IntOrString): number {
  if (typeof value === "number") return value;
  const parsed = atoi(value);
  if (typeof parsed === "number") return parsed;
  return parsed === "value out of range" ? clampInt64(value) : 0;
}

/**
 * What a count or a percentage of `total` amounts to: an integer stands for itself, `25%` for that
 * part, rounded as asked. Any other string throws {@link IntOrStringError}.
 *
 * ```ts
 * import { scaledIntOrPercent } from "../../mod.ts";
 *
 * scaledIntOrPercent("25%", 10, { round: "up" }); // 3
 * scaledIntOrPercent(2, 10, { round: "up" }); // 2
 * ```
 */
export function scaledIntOrPercent(
  value: IntOrString,
  total: number,
  options: { round: "up" | "down" },
): number {
  if (typeof value === "number") return value;
  if (!value.endsWith("%")) {
    throw new IntOrStringError(
      "invalid value for IntOrString: invalid type: string is not a percentage",
    );
  }
  const digits = value.slice(0, -1);
  const percent = atoi(digits);
  if (typeof percent === "string") {
    throw new IntOrStringError(
      `invalid value for IntOrString: invalid value ${quoteText(value)}: ` +
        `strconv.Atoi: parsing ${quoteText(digits)}: ${percent}`,
    );
  }
  const exact = percent * total / 100;
  return (options.round === "up" ? Math.ceil(exact) : Math.floor(exact)) + 0;
}

/** The integer in `text`, or why there is none in 64 bits. */
function atoi(text: string): number | "invalid syntax" | "value out of range" {
  if (!INTEGER.test(text)) return "invalid syntax";
  const number = Number(text) + 0;
  if (Number.isSafeInteger(number)) return number;
  return Math.abs(number) > 2 ** 64 || !fitsInt64(BigInt(text.replace("+", "")))
    ? "value out of range"
    : number;
}

function fitsInt64(value: bigint): boolean {
  return value <= MAX_INT64 && value >= -MAX_INT64 - 1n;
}

function clampInt64(text: string): number {
  return text.startsWith("-") ? Number(-MAX_INT64 - 1n) : Number(MAX_INT64);
}
