/**
 * JSON without a type: raw extensions, field sets, values of schemas, custom resources. It is kept
 * as it came, with two things settled: integers past 2^53 are bigints, and an object some of whose
 * names look like array indexes (which JavaScript moves to the front) is written with its names in
 * byte order, as Go writes a map.
 *
 * @module
 */

import { MismatchError } from "./error.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { compareUtf8 } from "./order.ts";
import { RoundedNumber } from "./scalars.ts";

/**
 * Returns `value` when it is JSON within the limit of depth; throws {@link RoundedNumber} where
 * JSON.parse may have lost digits.
 */
export function checkRaw(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case "object":
      if (value !== null) checkMembers(value as Record<string, unknown>, depth);
      return value;
    case "string":
    case "boolean":
      return value;
    case "number":
      if (Number.isSafeInteger(value) || !Number.isInteger(value) && Number.isFinite(value)) {
        return value;
      }
      throw new RoundedNumber(value, "JSON number");
    case "bigint":
      return value;
    default:
      throw new MismatchError(value, "JSON value");
  }
}

function checkMembers(value: Record<string, unknown>, depth: number): void {
  if (depth >= DEPTH_LIMIT) {
    throw new MismatchError("nesting", `at most ${DEPTH_LIMIT} levels deep`);
  }
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkRaw(value[i], depth + 1);
  } else {
    for (const name in value) {
      // Half of all members are empty objects of field sets.
      const member = value[name];
      if (typeof member === "object" && member !== null) {
        checkMembers(member as Record<string, unknown>, depth + 1);
      } else checkRaw(member, depth + 1);
    }
  }
}

/** Whether JSON.stringify may have written what Go would not. */
const UNLIKE_GO = /[<>&\u2028\u2029]|\\ud|[{,]"\d+":/;

/** The JSON text of an untyped value, compact, escaped as Go escapes. */
export function rawText(value: unknown): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (error) {
    // The one TypeError that is not a mistake is a bigint; cycles end at the limit of depth.
    if (!(error instanceof TypeError)) throw error;
  }
  if (text === undefined || UNLIKE_GO.test(text) || text === "-0") return slowText(value, 0);
  return text;
}

function slowText(value: unknown, depth: number): string {
  if (depth > DEPTH_LIMIT) throw new MismatchError("nesting", `at most ${DEPTH_LIMIT} levels deep`);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string") return quoteJson(value);
  if (Array.isArray(value)) {
    return `[${value.map((each) => slowText(each ?? null, depth + 1)).join(",")}]`;
  }
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value);
    // An index-like name, if there is one, comes first.
    if (/^\d+$/.test(names[0] ?? "")) names.sort(compareUtf8);
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

const ESCAPED = /[<>&\u2028\u2029]/g;

/** A JSON string as Go writes it: `<`, `>` and `&` escaped, half surrogates replaced. */
export function quoteJson(text: string): string {
  return JSON.stringify(text.isWellFormed() ? text : text.toWellFormed())
    .replace(ESCAPED, (found) => "\\u" + found.charCodeAt(0).toString(16).padStart(4, "0"));
}
