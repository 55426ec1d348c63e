/**
 * What can be asked of texts. Positions count code points.
 *
 * @module
 */

import {
  type Cost,
  type Range,
  regexCost,
  regexEstimate,
  scaled,
  TEXT_FACTOR,
  walk,
} from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { testRegex } from "../regex.ts";
import { CelError } from "../source.ts";
import { type CelList, characters, sizeOf, typeNameOf, type Value, ValueList } from "../values.ts";
import { utf8Length, work } from "../work.ts";
import { counted, countLookedFor, countMade } from "./counted.ts";
import { formatText } from "./format_text.ts";

/** Reads a text once. */
export const overText: CallCost = {
  actual: ([text]) => walk(sizeOf(text as Value)),
  estimate: (sizes) => scaled(sizes.size(0), TEXT_FACTOR),
};

/** Goes over the target once, and the result is no longer. */
export const overTarget: CallCost = {
  actual: ([target]) => walk(sizeOf(target as Value)),
  estimate: (sizes) => ({ ...scaled(sizes.size(0), TEXT_FACTOR), size: sizes.size(0) }),
};

/** Compares an end of the target with what is asked for. */
const ofEnd: CallCost = {
  actual: overTarget.actual,
  estimate: (sizes) => scaled(sizes.size(1), TEXT_FACTOR),
};

/** Looks for one text in another. */
const search: CallCost = {
  actual: ([target, part]) => walk(sizeOf(target as Value)) * walk(sizeOf(part as Value)),
  estimate: (sizes) => {
    const [target, part] = [sizes.size(0), sizes.size(1)].map((size) => scaled(size, TEXT_FACTOR));
    return { min: (target?.min ?? 0) * (part?.min ?? 0), max: safeTimes(target?.max, part?.max) };
  },
};

function safeTimes(one = 0, other = 0): number {
  return one === 0 || other === 0 ? 0 : one * other;
}

export const regexSearch: CallCost = {
  actual: ([target, pattern]) => regexCost(sizeOf(target as Value), sizeOf(pattern as Value)),
  estimate: (sizes): Range => regexEstimate(sizes.size(0), sizes.size(1)),
};

/** The position of a part is found in one walk over the bytes of the target. */
const position: CallCost = {
  actual: ([target]) => Math.floor(utf8Length(target as string) * TEXT_FACTOR),
  estimate: (sizes) => scaled(sizes.size(0), TEXT_FACTOR),
};

const twiceOverTarget = (args: readonly Value[]) => walk(sizeOf(args[0] as Value), 2);

/** `none`: it is shortest, or longest, where nothing is replaced. */
function replacedSize(text: number, part: number, by: number, none: boolean): number {
  // An empty part stands before every character and at the end.
  if (part === 0) return safeTimes(text + 1, by) + text;
  if (none) return text;
  // Some of it is replaced, however long the part may be.
  return safeTimes(part === Infinity ? Math.min(1, text) : Math.ceil(text / part), by);
}

function replacementEstimate(text: Range, part: Range, by: Range): Cost {
  const size: Range = {
    min: replacedSize(text.min, part.max, by.min, part.max <= by.min),
    max: replacedSize(text.max, part.min, by.max, by.max <= part.min),
  };
  return { ...scaled(text, 2 * TEXT_FACTOR), size };
}

const replacing: CallCost = {
  actual: twiceOverTarget,
  estimate: (sizes) => replacementEstimate(sizes.size(0), sizes.size(1), sizes.size(2)),
};

const splitting: CallCost = {
  actual: twiceOverTarget,
  estimate: (sizes) => {
    const text = sizes.size(0);
    const most = sizes.count > 2 ? sizes.int(2) : undefined;
    // A negative limit is none.
    const max = most === undefined ? text.max : most < 0 ? Infinity : most;
    return { ...scaled(text, 2 * TEXT_FACTOR), size: { min: 0, max } };
  },
};

const joining: CallCost = {
  actual: ([list, between = ""]) => {
    let size = Math.max(0, sizeOf(list as Value) - 1) * sizeOf(between);
    for (const one of list as CelList) {
      // Those that are empty cost nothing.
      work(1);
      size += sizeOf(one);
    }
    return walk(size, 2);
  },
  estimate: (sizes) => {
    const list = sizes.size(0);
    // Nothing is known of elements of what is not known to be a list.
    const element = sizes.type(0).kind === "list" ? sizes.elementSize(0) : { min: 0, max: 0 };
    const between = sizes.count > 1 ? sizes.size(1) : { min: 0, max: 0 };
    const size = {
      min: safeTimes(list.min, element.min) + safeTimes(Math.max(0, list.min - 1), between.min),
      max: safeTimes(list.max, element.max) + safeTimes(Math.max(0, list.max - 1), between.max),
    };
    return { ...scaled(size, TEXT_FACTOR), size };
  },
};

const formatting: CallCost = {
  actual: overTarget.actual,
  estimate: (sizes) => scaled(sizes.size(0), TEXT_FACTOR),
};

function substring(text: string, from: bigint, to?: bigint): string {
  const size = characters(text);
  const end = to === undefined ? size : Number(to);
  const start = Number(from);
  if (to !== undefined && from > to) {
    throw new CelError(`invalid substring range. start: ${from}, end: ${to}`);
  }
  if (start < 0 || start > size) throw new CelError(`index out of range: ${from}`);
  if (end < 0 || end > size) throw new CelError(`index out of range: ${to}`);
  return text.slice(unitOf(text, start, size), unitOf(text, end, size));
}

function charAt(text: string, at: bigint): string {
  const size = characters(text);
  const index = Number(at);
  if (index < 0 || index > size) throw new CelError(`index out of range: ${at}`);
  const point = text.codePointAt(unitOf(text, index, size));
  return point === undefined ? "" : String.fromCodePoint(point);
}

/** The number of code points before a code unit. */
function pointsBefore(text: string, unit: number): bigint {
  return BigInt(unit < 0 ? -1 : characters(text.slice(0, unit)));
}

/** The code unit at which a code point starts, in a text that has `size` of them. */
function unitOf(text: string, point: number, size = characters(text)): number {
  if (size === text.length) return point;
  let unit = 0;
  for (let left = Math.min(point, size); left > 0; left--) {
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  }
  return unit;
}

function indexOf(text: string, part: string, from = 0n): bigint {
  // Nothing is found wherever it is looked for.
  if (part === "") return from;
  const start = Number(from);
  if (start < 0) throw new CelError(`index out of range: ${from}`);
  countLookedFor(text, part);
  if (start >= characters(text) && start > 0) return -1n;
  return pointsBefore(text, text.indexOf(part, unitOf(text, start)));
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  countLookedFor(text, part);
  const size = characters(text);
  if (from === undefined) return pointsBefore(text, text.lastIndexOf(part));
  if (part === "") return from;
  const start = Number(from);
  if (start < 0) throw new CelError(`index out of range: ${from}`);
  if (start >= size) return -1n;
  return pointsBefore(text, text.lastIndexOf(part, unitOf(text, start)));
}

function replace(text: string, part: string, by: string, limit = -1n): string {
  countLookedFor(text, part);
  const most = limit < 0n ? Infinity : Number(limit);
  const pieces = part === "" ? [...text] : text.split(part);
  // One that is short may become one that no memory holds.
  countMade(text.length + Math.min(most, pieces.length + 1) * by.length);
  if (part === "") {
    // Before every character and at the end.
    let result = "";
    for (let i = 0; i <= pieces.length; i++) result += (i < most ? by : "") + (pieces[i] ?? "");
    return result;
  }
  let result = pieces[0] ?? "";
  for (let i = 1; i < pieces.length; i++) result += (i <= most ? by : part) + pieces[i];
  return result;
}

function split(text: string, by: string, limit = -1n): CelList {
  if (limit === 0n) return new ValueList([]);
  countLookedFor(text, by);
  const pieces = by === "" ? [...text] : text.split(by);
  const most = Number(limit);
  if (limit < 0n || pieces.length <= most) return new ValueList(pieces);
  return new ValueList([...pieces.slice(0, most - 1), pieces.slice(most - 1).join(by)]);
}

function join(list: CelList, between = ""): string {
  const parts: string[] = [];
  for (const one of list) {
    if (typeof one !== "string") {
      const shown = typeof one === "boolean" || typeof one === "bigint" ? one : typeNameOf(one);
      throw new CelError(`join: invalid input: ${shown}`);
    }
    parts.push(one);
  }
  return parts.join(between);
}

const matches = (text: string, pattern: string) => testRegex(pattern, text);

/** All of it at once where that is the same. */
// deno-lint-ignore no-control-regex
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);
const lower = (text: string) =>
  isAscii(text) ? text.toLowerCase() : text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) =>
  isAscii(text) ? text.toUpperCase() : text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase());

/** White space as Unicode and Go have it. */
const SPACE = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]$/;

/** By hand: a pattern for an end is tried from each space inside, and reads all that follow. */
function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
  '"': '\\"',
};
const quote = (text: string) =>
  `"${Array.from(text.toWellFormed(), (char) => ESCAPES[char] ?? char).join("")}"`;

/** A text is walked over, even if that costs nothing. */
const WALK = { unit: 0.04 };
/** Its code points are counted, and walked over where they are not code units. */
const PER_POINT = { unit: 0.08 };
/** A function is called for a letter. */
const PER_LETTER = { unit: 1.5 };
/** What is replaced is a text of its own first. */
const PER_PIECE = { unit: 1.5 };

export const TEXT_LIBRARY: CelLibrary = {
  overloads: [
    overload(
      "string.contains(string): bool",
      counted(WALK, (text: string, part: string) => text.includes(part)),
      search,
    ),
    overload("string.startsWith(string): bool", (text, part) => text.startsWith(part), ofEnd),
    overload("string.endsWith(string): bool", (text, part) => text.endsWith(part), ofEnd),
    overload("string.matches(string): bool", matches, regexSearch),
    // In this form a search costs one step, whatever is searched: it is bounded as work.
    overload("matches(string, string): bool", matches),

    overload("string.charAt(int): string", counted(PER_POINT, charAt)),
    overload("string.indexOf(string): int", indexOf, position),
    overload("string.indexOf(string, int): int", indexOf, position),
    overload("string.lastIndexOf(string): int", lastIndexOf, position),
    overload("string.lastIndexOf(string, int): int", lastIndexOf, position),
    overload("string.lowerAscii(): string", counted(PER_LETTER, lower), overTarget),
    overload("string.upperAscii(): string", counted(PER_LETTER, upper), overTarget),
    overload("string.trim(): string", counted(PER_LETTER, trim), overTarget),
    overload("string.substring(int): string", counted(PER_POINT, substring), overTarget),
    overload("string.substring(int, int): string", counted(PER_POINT, substring), overTarget),
    overload("string.replace(string, string): string", counted(PER_PIECE, replace), replacing),
    overload("string.replace(string, string, int): string", counted(PER_PIECE, replace), replacing),
    overload("string.split(string): list<string>", split, splitting),
    overload("string.split(string, int): list<string>", split, splitting),
    overload("list<string>.join(): string", join, joining),
    overload("list<string>.join(string): string", join, joining),
    overload("string.format(list<dyn>): string", formatText, formatting),
    overload(":strings.quote(string): string", counted(PER_LETTER, quote), {
      actual: overTarget.actual,
      estimate: (sizes) => {
        const { min, max } = sizes.size(0);
        return { ...scaled({ min, max }, TEXT_FACTOR), size: { min: min + 2, max: max * 2 + 2 } };
      },
    }),
  ],
};
