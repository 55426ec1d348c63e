/**
 * Texts with values put into them: `"%s has %d".format([name, count])`.
 *
 * @module
 */

import { CelError } from "../source.ts";
import {
  CelList,
  CelMap,
  Duration,
  Timestamp,
  typeNameOf,
  TypeValue,
  Uint,
  type Value,
} from "../values.ts";
import { doubleText } from "./conversions.ts";
import { printDurationText, printTimestamp } from "./time_text.ts";

/** A place for a value: `%s`, `%.3f`. */
const CLAUSE = /%(?:%|(?:\.(\d*))?([a-zA-Z])?)/g;
/** Digits behind the point that may be asked for. */
const PRECISION_LIMIT = 1_000;
const DEFAULT_PRECISION = 6;

export function formatText(template: string, args: CelList): string {
  let used = 0;
  const text = template.replaceAll(CLAUSE, (clause, precision, verb) => {
    if (clause === "%%") return "%";
    if (verb === undefined) throw new CelError(`could not parse formatting clause: ${clause}`);
    if (used >= args.size) throw new CelError(`index ${used} out of range`);
    const value = args.at(used++);
    const digits = precision === undefined ? DEFAULT_PRECISION : Number(precision);
    if (digits > PRECISION_LIMIT) throw new CelError(`precision out of range: ${precision}`);
    return formatted(verb, value, digits);
  });
  if (used < args.size) {
    throw new CelError(
      `too many arguments supplied to string.format (expected ${used}, got ${args.size})`,
    );
  }
  return text;
}

function formatted(verb: string, value: Value, digits: number): string {
  switch (verb) {
    case "s":
      return plain(value);
    case "d":
      return integer(value)?.toString() ?? wrongType("integers", value, special(value));
    case "f":
      return special(value) ?? fixed(number(value), digits);
    case "e":
      return special(value) ?? scientific(number(value), digits);
    case "b":
      if (typeof value === "boolean") return value ? "1" : "0";
      return integer(value)?.toString(2) ?? wrongType("integers and bools", value);
    case "o":
      return integer(value)?.toString(8) ?? wrongType("integers", value);
    case "x":
      return hex(value);
    case "X":
      return hex(value).toUpperCase();
    default:
      throw new CelError(
        `could not parse formatting clause: unrecognized formatting clause "${verb}"`,
      );
  }
}

function wrongType(wanted: string, value: Value, instead?: string): string {
  if (instead !== undefined) return instead;
  throw new CelError(
    `error during formatting: only ${wanted} can be formatted this way, was given ${
      typeNameOf(value)
    }`,
  );
}

/** Doubles that are no numbers have names. */
function special(value: Value): string | undefined {
  if (typeof value !== "number" || Number.isFinite(value)) return undefined;
  return Number.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
}

function integer(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return value instanceof Uint ? value.value : undefined;
}

function number(value: Value): number {
  if (typeof value === "number") return value;
  const whole = integer(value);
  if (whole === undefined) wrongType("numbers", value);
  return Number(whole);
}

function fixed(value: number, digits: number): string {
  if (digits <= 100 && Math.abs(value) < 1e21) return value.toFixed(digits);
  if (digits > 100) return `${value.toFixed(100)}${"0".repeat(digits - 100)}`;
  return `${BigInt(value)}${digits > 0 ? `.${"0".repeat(digits)}` : ""}`;
}

function scientific(value: number, digits: number): string {
  const [amount = "", exponent = "+0"] = value.toExponential(Math.min(digits, 100)).split("e");
  return `${amount}e${exponent[0]}${exponent.slice(1).padStart(2, "0")}`;
}

function hex(value: Value): string {
  const whole = integer(value);
  if (whole !== undefined) return whole.toString(16);
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  if (!(bytes instanceof Uint8Array)) {
    return wrongType("integers, byte buffers, and strings", value);
  }
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function plain(value: Value): string {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return special(value) ?? doubleText(value);
  }
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Duration) return printDurationText(value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelList) return `[${Array.from(value, plain).join(", ")}]`;
  if (value instanceof CelMap) {
    const entries = Array.from(value.keys(), (key) => [plain(key), plain(value.get(key) ?? null)]);
    entries.sort(([one = ""], [other = ""]) => one < other ? -1 : 1);
    return `{${entries.map(([key, shown]) => `${key}: ${shown}`).join(", ")}}`;
  }
  return wrongType(
    "strings, bools, integers, floats, lists, maps, bytes, types, durations and timestamps",
    value,
  );
}
