/**
 * JSON without a type: raw extensions, field sets, values of schemas, custom resources. It is kept
 * as it came, with two things settled: integers past 2^53 are bigints, and an object some of whose
 * names look like array indexes (which JavaScript moves to the front) is written with its names in
 * byte order, as Go writes a map.
 *
 * @module
 */

import { DepthError, MismatchError } from "./error.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { sortedNames } from "./order.ts";
import { RoundedNumber } from "./scalars.ts";
import { valueOfNumber } from "./written_number.ts";

/** What a pass over one object keeps track of. */
export interface Reading {
  /** How deep the value at hand is nested. */
  depth: number;
  /** Whether numbers come out of JSON.parse, which rounds. */
  readonly parsed: boolean;
  /** Whether to find out if there are unknown fields, and to count all of them. */
  readonly strict: boolean;
  /** Whether what is empty is as good as unset, as it is in Protobuf. */
  readonly emptyIsUnset: boolean;
  /** The members of all objects so far, those of unknown fields left out. */
  members: number;
  /** Whether a struct had a field that its type does not have. */
  foundUnknown: boolean;
  /** Whether an object has names that look like array indexes. */
  foundIndexNames: boolean;
}

/** The start of a pass. */
export function newReading(
  options: { parsed?: boolean; strict?: boolean; emptyIsUnset?: boolean } = {},
): Reading {
  const { parsed = false, strict = false, emptyIsUnset = false } = options;
  return {
    depth: 0,
    parsed,
    strict,
    emptyIsUnset,
    members: 0,
    foundUnknown: false,
    foundIndexNames: false,
  };
}

/** A level deeper; throws past the limit. */
export function enter(reading: { depth: number }): void {
  if (++reading.depth > DEPTH_LIMIT) {
    throw new DepthError();
  }
}

/**
 * Returns `value` when it is JSON within the limit of depth; throws {@link RoundedNumber} where
 * JSON.parse may have lost digits.
 */
export function checkRaw(value: unknown, reading: Reading): unknown {
  switch (typeof value) {
    case "object":
      if (value !== null) checkMembers(value as Record<string, unknown>, reading);
      return value;
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      if (Number.isSafeInteger(value) || !Number.isInteger(value) && Number.isFinite(value)) {
        return value;
      }
      if (reading.parsed) throw new RoundedNumber(value, "JSON number");
      if (Number.isFinite(value)) return value;
      throw new MismatchError(value, "JSON number");
    case "symbol":
      return valueOfNumber(value);
    default:
      throw new MismatchError(value, "JSON value");
  }
}

function checkMembers(value: Record<string, unknown>, reading: Reading): void {
  enter(reading);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const checked = checkRaw(value[i], reading);
      // The value is a parser's own then.
      if (typeof value[i] === "symbol") value[i] = checked;
    }
  } else {
    let count = 0;
    for (const name in value) {
      if (count++ === 0 && isIndexName(name)) reading.foundIndexNames = true;
      const member = value[name];
      // Most members are objects: those of field sets.
      if (typeof member === "object" && member !== null) {
        checkMembers(member as Record<string, unknown>, reading);
      } else if (member !== undefined) {
        const checked = checkRaw(member, reading);
        if (typeof member === "symbol") value[name] = checked;
      }
    }
    reading.members += count;
  }
  reading.depth--;
}

/** Whether JavaScript may take a name for an array index: those come first in an object. */
export function isIndexName(name: string): boolean {
  const code = name.charCodeAt(0);
  // Most names are told by their first character.
  return code >= 0x30 && code <= 0x39 && DIGITS.test(name);
}

const DIGITS = /^\d+$/;
const INDEX_NAMES = /[{,]"\d+":/;
/** What most texts have nothing of: then they are as they should be, which one look tells. */
const UNUSUAL = /[<>&\u2028\u2029]|\\ud|[{,]"\d/;
/** Whether JSON.stringify wrote half a surrogate pair, which Go replaces. */
const HALF_PAIRS = /\\ud/;
/** What Go escapes and JSON.stringify does not; outside of strings there is none of them. */
const UNESCAPED = /[<>&\u2028\u2029]/;
const EACH_UNESCAPED = new RegExp(UNESCAPED, "g");
const ESCAPES: Readonly<Record<string, string>> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** The JSON text of an untyped value, compact, escaped as Go escapes. */
export function rawText(value: unknown): string {
  const text = nativeText(value);
  if (text !== undefined && !UNUSUAL.test(text)) return text;
  return text !== undefined && !INDEX_NAMES.test(text) && !HALF_PAIRS.test(text)
    ? escaped(text)
    : slowText(value, 0);
}

/** As {@link rawText}, of a value that a pass went over. */
export function checkedText(value: unknown, reading: Reading): string {
  const text = reading.foundIndexNames ? undefined : nativeText(value);
  if (text !== undefined && !UNUSUAL.test(text)) return text;
  return text !== undefined && !HALF_PAIRS.test(text) ? escaped(text) : slowText(value, 0);
}

function nativeText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // Bigints, cycles and endless depth: the slow way handles the first, and refuses the others.
    if (error instanceof TypeError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function slowText(value: unknown, depth: number): string {
  if (depth > DEPTH_LIMIT) throw new DepthError();
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return quoteJson(value);
  if (Array.isArray(value)) {
    return `[${value.map((each) => slowText(each ?? null, depth + 1)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const names = isIndexName(Object.keys(value)[0] ?? "")
      ? sortedNames(value)
      : Object.keys(value);
    const members = names
      .map((name) => [name, (value as Record<string, unknown>)[name]] as const)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => `${quoteJson(name)}:${slowText(member, depth + 1)}`);
    return `{${members.join(",")}}`;
  }
  const text = JSON.stringify(value);
  if (text === undefined) throw new MismatchError(value, "JSON value");
  return text;
}

/** A JSON string as Go writes it: `<`, `>` and `&` escaped, half surrogates replaced. */
function quoteJson(text: string): string {
  return escaped(JSON.stringify(text.isWellFormed() ? text : text.toWellFormed()));
}

function escaped(json: string): string {
  return UNESCAPED.test(json) ? json.replace(EACH_UNESCAPED, (found) => ESCAPES[found]!) : json;
}
