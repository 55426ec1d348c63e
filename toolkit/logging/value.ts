/**
 * Values of pairs, made safe to print: bounded in size and depth, without cycles, without
 * credentials, and without the characters that could forge a line or move a terminal's cursor.
 *
 * @module
 */

import { REDACTED, Redacted } from "../logger.ts";
import { hidesKey, redactText } from "./redact.ts";

/** Characters of one text past which it is cut. */
const MAX_TEXT_CHARS = 16 * 1024;
/** Nesting past which a value is only named. */
const MAX_DEPTH = 8;
/** Entries of one object or list past which the rest is left out. */
const MAX_ENTRIES = 200;

/** What a value becomes: JSON data, ready for either format. */
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** The printable form of the value of `key`. Never throws, whatever the value does. */
export function plain(key: string, value: unknown, sanitize: boolean): Plain {
  if (hidesKey(key, sanitize)) return REDACTED;
  try {
    return convert(value, sanitize, 0, []);
  } catch (error) {
    return `<unprintable: ${cut(String(error))}>`;
  }
}

function convert(value: unknown, sanitize: boolean, depth: number, above: unknown[]): Plain {
  switch (typeof value) {
    case "string":
      return cut(redactText(bound(value)));
    case "number":
      return Number.isFinite(value) ? value : String(value);
    case "boolean":
      return value;
    case "bigint":
      return String(value);
    case "undefined":
      return null;
    case "function":
    case "symbol":
      return String(value.toString().split("\n")[0]);
  }
  if (value === null) return null;
  if (value instanceof Redacted) return REDACTED;
  if (value instanceof Error) return errorText(value);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  }
  if (value instanceof URL) return redactText(value.href);
  if (ArrayBuffer.isView(value)) return `<${value.byteLength} bytes>`;
  if (above.includes(value)) return "<cycle>";
  if (depth >= MAX_DEPTH) return "<too deep>";
  return entries(value as object, sanitize, depth, [...above, value]);
}

function entries(value: object, sanitize: boolean, depth: number, above: unknown[]): Plain {
  if (value instanceof Set) return entries([...value], sanitize, depth, above);
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ENTRIES)
      .map((one) => convert(one, sanitize, depth + 1, above));
    if (value.length > MAX_ENTRIES) items.push(`<${value.length - MAX_ENTRIES} more>`);
    return items;
  }
  const own: [string, unknown][] = value instanceof Map
    ? [...value].map(([key, one]) => [String(key), one])
    : Object.entries(value);
  const kept = own.slice(0, MAX_ENTRIES).map(([key, one]): [string, Plain] => [
    key,
    hidesKey(key, sanitize) ? REDACTED : convert(one, sanitize, depth + 1, above),
  ]);
  if (own.length > MAX_ENTRIES) kept.push(["...", `<${own.length - MAX_ENTRIES} more>`]);
  // From entries: a key `__proto__` is a key like any other.
  return Object.fromEntries(kept);
}

/** The message of whatever was thrown, with its causes. */
export function errorText(error: unknown): string {
  const parts: string[] = [];
  let current: unknown = error;
  for (let depth = 0; current !== undefined && depth < MAX_DEPTH; depth++) {
    const text = current instanceof Error ? current.message || current.name : String(current);
    if (!parts.some((part) => part.includes(text))) parts.push(text);
    current = current instanceof Error ? current.cause : undefined;
  }
  return cut(redactText(bound(parts.join(": "))));
}

/** Long texts are cut before patterns search them, with room for one that straddles the bound. */
function bound(text: string): string {
  return text.length > 2 * MAX_TEXT_CHARS ? text.slice(0, 2 * MAX_TEXT_CHARS) : text;
}

function cut(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) return text;
  return `${text.slice(0, MAX_TEXT_CHARS)}... (cut)`;
}

// Controls beyond those that JSON escapes, marks that reorder text, and line separators.
const UNSAFE = /[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** `text` in double quotes, with every character escaped that is not plainly printable. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(UNSAFE, escape);
}

/** JSON of a plain value, as safe to print as {@link quoted}. */
export function json(value: Plain): string {
  return JSON.stringify(value).replace(UNSAFE, escape);
}

const UNSAFE_IN_LINE =
  // deno-lint-ignore no-control-regex -- these are what must not pass
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** One line of a text of several, unquoted. */
export function unquotedLine(text: string): string {
  return text.replace(UNSAFE_IN_LINE, escape);
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
