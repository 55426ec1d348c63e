/**
 * JSON objects without what only servers need, cut out of their bytes.
 *
 * @module
 */

import { CodecError } from "../codec/error.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { TrimOptions } from "./trim_protobuf.ts";

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, COLON = 0x3a;
const OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d, OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d;

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A member of an object: its name and where all of it, and its value, lie. */
interface Member {
  readonly name: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

/** A place in bytes. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands in the place of a value: these bytes, or nothing at all. */
type Replacement = Uint8Array | "nothing" | undefined;

/**
 * The JSON of an object less what `options` say. The bytes themselves where there is nothing to cut.
 * Throws {@link CodecError} for what no object begins like; what is kept is not checked.
 */
export function trimJson(bytes: Uint8Array, options: TrimOptions): Uint8Array {
  const replaced = editObject(bytes, skipSpace(bytes, 0), ({ name, valueStart }) => {
    if (name !== "metadata" || bytes[valueStart] !== OPEN_OBJECT) return undefined;
    return editObject(bytes, valueStart, (member) => trimMember(bytes, member, options));
  });
  return replaced ?? bytes;
}

function trimMember(
  bytes: Uint8Array,
  { name, valueStart }: Member,
  { keepManagers, dropAnnotations }: TrimOptions,
): Replacement {
  if (name === "managedFields") {
    if (keepManagers.size === 0 || bytes[valueStart] !== OPEN_LIST) return "nothing";
    const elements = elementsOf(bytes, valueStart);
    const kept = elements.filter(({ start }) => keepManagers.has(managerOf(bytes, start)));
    if (kept.length === 0) return "nothing";
    return kept.length === elements.length ? undefined : joined(bytes, "[", kept, "]");
  }
  if (name === "annotations" && bytes[valueStart] === OPEN_OBJECT) {
    let left = 0;
    const edited = editObject(bytes, valueStart, ({ name }) => {
      if (dropAnnotations.has(name)) return "nothing";
      left++;
      return undefined;
    });
    return edited !== undefined && left === 0 ? "nothing" : edited;
  }
  return undefined;
}

/** The object with what `edit` makes of its members; undefined where it leaves all as they are. */
function editObject(
  bytes: Uint8Array,
  at: number,
  edit: (member: Member) => Replacement,
): Uint8Array | undefined {
  const { members, end } = membersOf(bytes, at);
  const edits = members.map((member) => ({ member, replacement: edit(member) }));
  if (edits.every(({ replacement }) => replacement === undefined)) return undefined;
  const parts: Uint8Array[] = [];
  for (const { member: { start, valueStart, end }, replacement } of edits) {
    if (replacement === "nothing") continue;
    const part = bytes.subarray(start, replacement === undefined ? end : valueStart);
    parts.push(parts.length === 0 ? BEGIN : SEPARATOR, part);
    if (replacement !== undefined) parts.push(replacement);
  }
  if (parts.length === 0) parts.push(BEGIN);
  // Before and behind there is more only around the whole object: spaces.
  parts.push(bytes.subarray(end - 1, end));
  return joinedBytes(parts);
}

const BEGIN = Uint8Array.of(OPEN_OBJECT), SEPARATOR = Uint8Array.of(COMMA);

function joined(
  bytes: Uint8Array,
  open: string,
  ranges: readonly Range[],
  close: string,
): Uint8Array {
  const parts = ranges.flatMap(({ start, end }, index) => [
    Uint8Array.of(index === 0 ? open.charCodeAt(0) : COMMA),
    bytes.subarray(start, end),
  ]);
  return joinedBytes([...parts, Uint8Array.of(close.charCodeAt(0))]);
}

/** The manager of an entry, where the last one counts; "" where there is none. */
function managerOf(bytes: Uint8Array, at: number): string {
  if (bytes[at] !== OPEN_OBJECT) return "";
  const member = membersOf(bytes, at).members.findLast(({ name }) => name === "manager");
  return member !== undefined && bytes[member.valueStart] === QUOTE
    ? textOf(bytes, member.valueStart, member.end)
    : "";
}

function membersOf(bytes: Uint8Array, open: number): { members: Member[]; end: number } {
  if (bytes[open] !== OPEN_OBJECT) throw unexpected(bytes, open);
  const members: Member[] = [];
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] !== CLOSE_OBJECT) {
    if (members.length > 0) at = skipSpace(bytes, expect(bytes, at, COMMA));
    if (bytes[at] !== QUOTE) throw unexpected(bytes, at);
    const start = at;
    const nameEnd = skipText(bytes, at);
    const valueStart = skipSpace(bytes, expect(bytes, skipSpace(bytes, nameEnd), COLON));
    const end = skipValue(bytes, valueStart);
    members.push({ name: textOf(bytes, start, nameEnd), start, valueStart, end });
    at = skipSpace(bytes, end);
  }
  return { members, end: at + 1 };
}

function elementsOf(bytes: Uint8Array, open: number): Range[] {
  const elements: Range[] = [];
  let at = skipSpace(bytes, open + 1);
  while (bytes[at] !== CLOSE_LIST) {
    if (elements.length > 0) at = skipSpace(bytes, expect(bytes, at, COMMA));
    const end = skipValue(bytes, at);
    elements.push({ start: at, end });
    at = skipSpace(bytes, end);
  }
  return elements;
}

/** Where a value ends. However deep it is, this takes no stack. */
function skipValue(bytes: Uint8Array, start: number): number {
  let depth = 0;
  for (let at = start; at < bytes.length;) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipText(bytes, at);
      if (depth === 0) return at;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) return afterWord(bytes, start, at);
      if (--depth === 0) return at + 1;
    } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return afterWord(bytes, start, at);
    at++;
  }
  throw unexpected(bytes, bytes.length);
}

/** A number, `true`, `false` or `null` has at least a byte. */
function afterWord(bytes: Uint8Array, start: number, end: number): number {
  if (end === start) throw unexpected(bytes, start);
  return end;
}

/** Where a text ends that begins with its quote here. */
function skipText(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at + 1;
    if (byte === BACKSLASH) at++;
  }
  throw unexpected(bytes, bytes.length);
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  const quoted = decoder.decode(bytes.subarray(start, end));
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted);
  } catch (error) {
    throw new CodecError(`json: byte ${start}: a text is not valid`, "", { cause: error });
  }
}

function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isSpace(bytes[at])) at++;
  return at;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function expect(bytes: Uint8Array, at: number, byte: number): number {
  if (bytes[at] !== byte) throw unexpected(bytes, at);
  return at + 1;
}

function unexpected(bytes: Uint8Array, at: number): CodecError {
  const byte = bytes[at];
  return new CodecError(
    byte === undefined
      ? "json: unexpected end of input"
      : `json: byte ${at}: unexpected ${JSON.stringify(String.fromCharCode(byte))}`,
  );
}
