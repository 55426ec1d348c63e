/**
 * Texts with values put into them: `"%s has %d".format([name, count])`. Numbers look as in English.
 *
 * @module
 */

import { compareUtf8 } from "../../codec/mod.ts";
import { quoteText } from "../../values/mod.ts";
import { doubleText } from "../double_text.ts";
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
import { work, workOfRun } from "../work.ts";
import { textOf } from "./conversions.ts";
import { quoted } from "./counted.ts";
import { printDurationText, printTimestamp } from "./time_text.ts";

/** Digits behind the point that may be asked for. */
const PRECISION_LIMIT = 1_000;
const DEFAULT_PRECISION = 6;

/** What may stand behind `%`. */
export type Verb = "s" | "d" | "f" | "e" | "b" | "o" | "x" | "X";

/** A place for a value, and the text before it; without a verb, the text at the end. */
export interface Clause {
  readonly before: string;
  readonly verb?: Verb;
  /** Digits behind the point. */
  readonly digits?: number;
  /** Why nothing can be put there, which counts only where there is something to put. */
  readonly problem?: string;
}

/** Templates that were read last. */
const KEPT_TEMPLATES = 100;
/** Those that are longer were made as it ran. */
const KEPT_LENGTH = 10_000;
/** Steps of a character of a template, which may be a clause of its own. */
const READ_STEPS = 3;
/** Of a clause, of a digit behind the point, of a byte that is looked at. */
const CLAUSE_STEPS = 8;
const DIGIT_STEPS = 0.5;
/** Of a number with a fraction, and one of up to 300 digits before it. */
const NUMBER_STEPS = 25;
const LARGE_STEPS = 100;
const BYTE_STEPS = 0.25;
const templates = new Map<string, readonly Clause[]>();

/** The clauses of a template. Throws CelError. */
export function clausesOf(template: string): readonly Clause[] {
  const known = templates.get(template);
  if (known !== undefined) return known;
  workOfRun(template.length * READ_STEPS);
  const clauses = readClauses(template);
  if (template.length > KEPT_LENGTH) return clauses;
  if (templates.size >= KEPT_TEMPLATES) templates.clear();
  templates.set(template, clauses);
  return clauses;
}

function readClauses(template: string): Clause[] {
  const clauses: Clause[] = [];
  let before = "";
  for (let at = 0; at < template.length;) {
    const percent = template.indexOf("%", at);
    if (percent < 0) {
      before += template.slice(at);
      break;
    }
    before += template.slice(at, percent);
    if (template[percent + 1] === "%") {
      before += "%";
      at = percent + 2;
      continue;
    }
    const [whole, precision] = /^%(\.\d*)?/.exec(template.slice(percent)) ?? ["%"];
    at = percent + whole.length;
    const verb = template.slice(at, at + 2).match(/^[^]/u)?.[0];
    if (verb === undefined && precision !== undefined) {
      fail("error while parsing precision: could not find end of precision specifier");
    }
    if (verb === undefined) throw new CelError("unexpected end of string");
    const digits = precision === undefined ? DEFAULT_PRECISION : digitsOf(precision.slice(1));
    if (!isVerb(verb)) {
      const problem = `could not parse formatting clause: unrecognized formatting clause "${verb}"`;
      clauses.push({ before, verb: "s", problem });
      return clauses;
    }
    clauses.push({ before, verb, digits });
    before = "";
    at += verb.length;
  }
  clauses.push({ before });
  return clauses;
}

function isVerb(verb: string): verb is Verb {
  return verb.length === 1 && "sdfeboxX".includes(verb);
}

function digitsOf(text: string): number {
  const why = "error while parsing precision: error while converting precision to integer";
  if (text === "") fail(`${why}: strconv.Atoi: parsing "": invalid syntax`);
  const digits = Number(text);
  if (digits >= 2 ** 63) fail(`${why}: strconv.Atoi: parsing ${quoted(text)}: value out of range`);
  if (digits > PRECISION_LIMIT) fail(`${why}: more than ${PRECISION_LIMIT}: ${text}`);
  return digits;
}

function fail(why: string): never {
  throw new CelError(`could not parse formatting clause: ${why}`);
}

export function formatText(template: string, args: CelList): string {
  let text = "";
  for (
    const [index, { before, verb, digits = DEFAULT_PRECISION, problem }] of clausesOf(template)
      .entries()
  ) {
    text += before;
    if (verb === undefined) break;
    if (index >= args.size) throw new CelError(`index ${index} out of range`);
    if (problem !== undefined) throw new CelError(problem);
    text += formatted(verb, args.at(index), digits);
  }
  return text;
}

/** What the error for a value of a wrong type says of each verb. */
const WRONG_TYPE: Readonly<Record<Verb, string>> = {
  s: "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, " +
    "durations, and timestamps",
  d: "decimal clause can only be used on integers",
  f: "fixed-point clause can only be used on doubles",
  e: "scientific clause can only be used on doubles",
  b: "only integers and bools can be formatted as binary",
  o: "octal clause can only be used on integers",
  x: "only integers, byte buffers, and strings can be formatted as hex",
  X: "only integers, byte buffers, and strings can be formatted as hex",
};

/** The error for a value of a type that a verb doesn't take. */
export function wrongTypeMessage(verb: Verb, type: string): string {
  return `error during formatting: ${WRONG_TYPE[verb]}, was given ${type}`;
}

function formatted(verb: Verb, value: Value, digits: number): string {
  work(CLAUSE_STEPS);
  const text = textFor(verb, value, digits);
  if (text !== undefined) return text;
  throw new CelError(wrongTypeMessage(verb, typeNameOf(value)));
}

function textFor(verb: Verb, value: Value, digits: number): string | undefined {
  switch (verb) {
    case "s":
      return plain(value);
    case "d":
      return integer(value)?.toString();
    case "f": {
      const amount = double(value);
      return amount === undefined ? undefined : special(amount) ?? grouped(fixed(amount, digits));
    }
    case "e": {
      const amount = double(value);
      if (amount === undefined) return undefined;
      // What is no number takes as much room as the digits would.
      return special(amount)?.padStart(digits) ?? scientific(amount);
    }
    case "b":
      return typeof value === "boolean" ? String(Number(value)) : integer(value)?.toString(2);
    case "o":
      return integer(value)?.toString(8);
    case "x":
      return hex(value);
    case "X":
      return hex(value)?.toUpperCase();
  }
}

function integer(value: Value): bigint | undefined {
  if (typeof value === "bigint") return value;
  return value instanceof Uint ? value.value : undefined;
}

const NAMED: Readonly<Record<string, number>> = { NaN, Infinity, "-Infinity": -Infinity };

function double(value: Value): number | undefined {
  if (typeof value === "string") return Object.hasOwn(NAMED, value) ? NAMED[value] : undefined;
  return typeof value === "number" ? value : undefined;
}

function special(amount: number): string | undefined {
  if (Number.isFinite(amount)) return undefined;
  return Number.isNaN(amount) ? "NaN" : amount > 0 ? "∞" : "-∞";
}

/** What `toFixed` can do, with the rest of the digits made up for. */
const EXACT_DIGITS = 70;

/** So many digits behind the point, halves rounded to even ones. */
function fixed(amount: number, digits: number): string {
  const isLarge = Math.abs(amount) >= 1e21;
  work(NUMBER_STEPS + digits * DIGIT_STEPS + (isLarge ? LARGE_STEPS : 0));
  if (digits > EXACT_DIGITS) return fixed(amount, EXACT_DIGITS) + "0".repeat(digits - EXACT_DIGITS);
  if (isLarge) {
    return `${BigInt(amount)}${digits > 0 ? `.${"0".repeat(digits)}` : ""}`;
  }
  const rounded = amount.toFixed(digits);
  const more = amount.toFixed(digits + 30);
  const isHalf = more.endsWith(`5${"0".repeat(29)}`);
  // Halves come out rounded away from zero.
  if (!isHalf || "02468".includes(rounded.at(-1) ?? "")) return rounded;
  const cut = more.slice(0, -30);
  return cut.endsWith(".") ? cut.slice(0, -1) : cut;
}

function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const thousands = withCommas(whole);
  return fraction === undefined ? thousands : `${thousands}.${fraction}`;
}

/** Three digits each, the first ones aside. */
function withCommas(whole: string): string {
  const sign = whole.startsWith("-") ? 1 : 0;
  const parts: string[] = [];
  let end = whole.length;
  for (; end - sign > 3; end -= 3) parts.unshift(whole.slice(end - 3, end));
  return [whole.slice(0, end), ...parts].join(",");
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Always with six digits, whatever was asked for. */
function scientific(amount: number): string {
  work(NUMBER_STEPS);
  const [mantissa = "", exponent = ""] = amount.toExponential(DEFAULT_PRECISION).split("e");
  const digits = exponent.slice(1).padStart(2, "0");
  const raised = Array.from(digits, (digit) => RAISED[Number(digit)]).join("");
  return `${mantissa}×10${exponent.startsWith("-") ? "⁻" : ""}${raised}`;
}

function hex(value: Value): string | undefined {
  const whole = integer(value);
  if (whole !== undefined) return whole.toString(16);
  countBytes(value);
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return bytes instanceof Uint8Array ? bytes.toHex() : undefined;
}

function countBytes(value: Value): void {
  if (typeof value === "string" || value instanceof Uint8Array) work(value.length * BYTE_STEPS);
}

function plain(value: Value): string | undefined {
  if (value === null) return "null";
  switch (typeof value) {
    case "string":
      return value;
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return doubleText(value);
  }
  if (value instanceof Uint) return String(value.value);
  if (value instanceof Timestamp) return printTimestamp(value);
  if (value instanceof Duration) return printDurationText(value);
  if (value instanceof TypeValue) return value.name;
  if (value instanceof CelList || value instanceof CelMap) return inside(value);
  if (!(value instanceof Uint8Array)) return undefined;
  countBytes(value);
  try {
    return textOf(value);
  } catch (error) {
    throw new CelError(
      `error during formatting: could not convert argument ${
        quoteText((error as Error).message)
      } to string`,
    );
  }
}

/** A value inside of a list or map, as an expression would write it. */
function inside(value: Value): string {
  // Dearer than other steps: a text is made of each.
  work(10);
  if (typeof value === "string") return quoted(value);
  if (typeof value === "number") {
    return Number.isFinite(value) ? fixed(value, DEFAULT_PRECISION) : quoted(doubleText(value));
  }
  if (value instanceof Uint8Array) return `b${quoted(plain(value) ?? "")}`;
  if (value instanceof Timestamp) return `timestamp(${quoted(printTimestamp(value))})`;
  if (value instanceof Duration) return `duration(${quoted(printDurationText(value))})`;
  if (value instanceof CelList) return `[${Array.from(value, inside).join(", ")}]`;
  if (value instanceof CelMap) return insideMap(value);
  const text = plain(value);
  if (text === undefined) {
    throw new CelError(`error during formatting: no formatting function for ${typeNameOf(value)}`);
  }
  return text;
}

function insideMap(map: CelMap): string {
  const entries = Array.from(
    map.keys(),
    (key) => {
      if (!isPrintedKey(key)) {
        throw new CelError(
          `error during formatting: no formatting function for map key of type ${typeNameOf(key)}`,
        );
      }
      return [inside(key), inside(map.get(key) ?? null)] as const;
    },
  );
  entries.sort(([one], [other]) => compareUtf8(one, other));
  return `{${entries.map(([key, value]) => `${key}:${value}`).join(", ")}}`;
}

function isPrintedKey(key: Value): boolean {
  return typeof key === "string" || typeof key === "boolean" || typeof key === "bigint" ||
    key instanceof Uint;
}
