/**
 * What becomes of a write, and when two are the same.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** What somebody answers to a write. */
export interface Outcome {
  readonly taken: boolean;
  /** The object, or the Status of a refusal. */
  readonly answer: JsonObject;
  /** Null where there are none. */
  readonly warnings: readonly string[] | null;
}

interface Cause {
  readonly field?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** What has to be the same of an answer, whoever gives it. */
export function comparable({ taken, answer, warnings }: Outcome): JsonObject {
  // The same one is told once.
  if (taken) return { ...withoutVersion(answer), warnings: [...new Set(warnings)] };
  const { code, reason, message, details } = answer as Record<string, JsonObject>;
  // Of what can't be read parsers tell in their own words.
  if (reason as unknown === "BadRequest") return { code, reason };
  const { causes = [], ...about } = (details ?? {}) as { causes?: Cause[] };
  const told = causes.map(({ field, reason, message = "" }) =>
    `${field}: ${reason}: ${inSameWords(message)}`
  );
  // What is wrong with metadata some say twice, and who finds what first is nobody's business.
  const errors = [...new Set(told)].sort();
  return { code, reason, about, errors, ...errors.length === 0 && { message } };
}

/** The version is the store's. */
function withoutVersion({ metadata, ...object }: JsonObject): JsonObject {
  const { resourceVersion: _, ...rest } = metadata as JsonObject;
  return { ...object, metadata: rest };
}

const VALUE = /^(?<what>(Invalid|Unsupported|Duplicate) value: )([{[]|null)/;

/**
 * Whole objects are shown in spellings of one's own, or not at all, and so is what a parser says of a text; where one
 * could read more is nobody's business.
 */
function inSameWords(message: string): string {
  const what = VALUE.exec(message)?.groups?.what;
  const text = (what === undefined ? message : withoutValue(message, what))
    .replace(/, see https:\S+$/, "");
  // What has a type of its own is quoted as in a page.
  const quoted = text.replaceAll(/\\u00(3c|3e|26)/g, (code) => JSON.parse(`"${code}"`));
  return quoted.replace(/(\n|(?<=compilation failed: )ERROR: ).*/s, "");
}

function withoutValue(message: string, before: string): string {
  const rest = message.slice(before.length);
  return before + rest.slice(lengthOfValue(rest)).replace(/^: /, "");
}

/** How long the list or the object is that a text begins with. */
function lengthOfValue(text: string): number {
  if (text.startsWith("null")) return "null".length;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(\\.|[^"\\])*"|[[{}\]]/g)) {
    if (/[[{]/.test(token[0]!)) depth++;
    else if (/[\]}]/.test(token[0]!)) depth--;
    if (depth === 0) return index + token.length;
  }
  return text.length;
}
