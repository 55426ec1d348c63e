/**
 * Texts of others on a terminal. Whoever may write an object may put into it what makes a terminal do
 * things: move, hide what was said, answer.
 *
 * @module
 */

/** What terminals obey, or what turns the direction of a line around. */
// deno-lint-ignore no-control-regex
const OBEYED = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with such characters as escapes; line breaks stay. */
export function printable(text: string): string {
  return text.replace(OBEYED, escaped);
}

/** As {@link printable}, on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll("\n", "\\n");
}

/** JSON for people and programs: with line breaks, and harmless on a terminal. */
export function printableJson(value: unknown): string {
  return `${printable(JSON.stringify(value, jsonValue, 2) ?? "null")}\n`;
}

/** What the compiler does not know of JSON yet. */
interface RawJson {
  rawJSON(text: string): unknown;
}

/** Integers past 2^53, whose digits are kept. */
function jsonValue(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? (JSON as unknown as RawJson).rawJSON(String(value)) : value;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
