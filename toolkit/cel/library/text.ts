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
import { type CelList, characters, sizeOf, type Value, ValueList } from "../values.ts";
import { utf8Length } from "../work.ts";
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

function replacementEstimate(text: Range, part: Range, by: Range): Cost {
  // An empty part stands before every character and at the end.
  const mostTimes = part.min === 0 ? text.max + 1 : Math.ceil(text.max / part.min);
  const leastTimes = part.max === 0 ? text.min + 1 : Math.ceil(text.min / part.max);
  const kept = (size: number, times: number, length: number) =>
    Math.max(0, size - safeTimes(times, length));
  const size: Range = {
    min: kept(text.min, leastTimes, part.max) + safeTimes(leastTimes, by.min),
    max: Math.max(text.max, kept(text.max, mostTimes, part.min) + safeTimes(mostTimes, by.max)),
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
    return { ...scaled(text, 2 * TEXT_FACTOR), size: { min: 0, max: text.max } };
  },
};

const joining: CallCost = {
  actual: ([list, between = ""]) => {
    let size = Math.max(0, sizeOf(list as Value) - 1) * sizeOf(between);
    for (const one of list as CelList) size += sizeOf(one);
    return walk(size, 2);
  },
  estimate: (sizes) => {
    const [list, element] = [sizes.size(0), sizes.elementSize(0)];
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

/** Where code points are code units, positions of one are those of the other. */
function isPlain(text: string): boolean {
  return characters(text) === text.length;
}

function substring(text: string, from: bigint, to?: bigint): string {
  const points = isPlain(text) ? undefined : [...text];
  const size = points?.length ?? text.length;
  const end = to === undefined ? size : Number(to);
  const start = Number(from);
  if (start < 0 || start > size) throw new CelError(`index out of range: ${from}`);
  if (end < 0 || end > size) throw new CelError(`index out of range: ${to}`);
  if (start > end) throw new CelError(`invalid substring range. start: ${from}, end: ${to}`);
  return points === undefined ? text.slice(start, end) : points.slice(start, end).join("");
}

function charAt(text: string, at: bigint): string {
  const points = isPlain(text) ? text : [...text];
  const index = Number(at);
  if (index < 0 || index > points.length) throw new CelError(`index out of range: ${at}`);
  return points[index] ?? "";
}

/** The number of code points before a code unit. */
function pointsBefore(text: string, unit: number): bigint {
  return BigInt(unit < 0 ? -1 : characters(text.slice(0, unit)));
}

/** The code unit at which a code point starts. */
function unitOf(text: string, point: number): number {
  if (isPlain(text)) return point;
  return [...text].slice(0, point).join("").length;
}

function indexOf(text: string, part: string, from = 0n): bigint {
  const start = Number(from);
  if (start < 0) throw new CelError(`index out of range: ${from}`);
  if (part === "") return from;
  if (start >= characters(text) && start > 0) return -1n;
  return pointsBefore(text, text.indexOf(part, unitOf(text, start)));
}

function lastIndexOf(text: string, part: string, from?: bigint): bigint {
  const size = characters(text);
  if (from === undefined) return pointsBefore(text, text.lastIndexOf(part));
  const start = Number(from);
  if (start < 0) throw new CelError(`index out of range: ${from}`);
  if (part === "") return from;
  if (start >= size) return -1n;
  return pointsBefore(text, text.lastIndexOf(part, unitOf(text, start)));
}

function replace(text: string, part: string, by: string, limit = -1n): string {
  if (limit < 0n && part !== "") return text.replaceAll(part, () => by);
  const most = limit < 0n ? Infinity : Number(limit);
  const pieces = part === "" ? [...text] : text.split(part);
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
  const pieces = by === "" ? [...text] : text.split(by);
  const most = Number(limit);
  if (limit < 0n || pieces.length <= most) return new ValueList(pieces);
  return new ValueList([...pieces.slice(0, most - 1), pieces.slice(most - 1).join(by)]);
}

function join(list: CelList, between = ""): string {
  const parts: string[] = [];
  for (const one of list) {
    if (typeof one !== "string") throw new CelError("no such overload");
    parts.push(one);
  }
  return parts.join(between);
}

const matches = (text: string, pattern: string) => testRegex(pattern, text);

const lower = (text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase());

/** White space as Unicode and Go have it. */
const EDGES =
  /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+|[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/g;
const trim = (text: string) => text.replaceAll(EDGES, "");

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

export const TEXT_LIBRARY: CelLibrary = {
  overloads: [
    overload("string.contains(string): bool", (text, part) => text.includes(part), search),
    overload("string.startsWith(string): bool", (text, part) => text.startsWith(part), ofEnd),
    overload("string.endsWith(string): bool", (text, part) => text.endsWith(part), ofEnd),
    overload("string.matches(string): bool", matches, regexSearch),
    // In this form a search costs one step, whatever is searched: it is bounded as work.
    overload("matches(string, string): bool", matches),

    overload("string.charAt(int): string", charAt),
    overload("string.indexOf(string): int", indexOf, position),
    overload("string.indexOf(string, int): int", indexOf, position),
    overload("string.lastIndexOf(string): int", lastIndexOf, position),
    overload("string.lastIndexOf(string, int): int", lastIndexOf, position),
    overload("string.lowerAscii(): string", lower, overTarget),
    overload("string.upperAscii(): string", upper, overTarget),
    overload("string.trim(): string", trim, overTarget),
    overload("string.substring(int): string", substring, overTarget),
    overload("string.substring(int, int): string", substring, overTarget),
    overload("string.replace(string, string): string", replace, replacing),
    overload("string.replace(string, string, int): string", replace, replacing),
    overload("string.split(string): list<string>", split, splitting),
    overload("string.split(string, int): list<string>", split, splitting),
    overload("list<string>.join(): string", join, joining),
    overload("list<string>.join(string): string", join, joining),
    overload("string.format(list<dyn>): string", formatText, formatting),
    overload(":strings.quote(string): string", quote, {
      actual: overTarget.actual,
      estimate: (sizes) => {
        const { min, max } = sizes.size(0);
        return { ...scaled({ min, max }, TEXT_FACTOR), size: { min: min + 2, max: max * 2 + 2 } };
      },
    }),
  ],
};
