/**
 * Spans of time in options, as manifests write them.
 *
 * @module
 */

import { quoteText } from "../values/quote.ts";

/**
 * Milliseconds, or a text: `"90s"`, `"1h30m"`. The compiler refuses words and days; what gets past it
 * ("5 m", "-5s", "0x10s", "1e3s") is refused when it is read.
 */
export type Span =
  | number
  | `${number}${"ms" | "s" | "m" | "h"}`
  | `${number}h${number}m`
  | `${number}m${number}s`;

const MS_PER_UNIT: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** One number with its unit, or two whole ones: hours and minutes, minutes and seconds. */
const ONE = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/;
const TWO = /^(?:(\d+)(h)(\d+)(m)|(\d+)(m)(\d+)(s))$/;

/** No span has more digits; past them a number is no longer exact. */
const LIMIT_CHARACTERS = 32;
/** 285,616 years: what milliseconds can count exactly. */
const LIMIT_MS = Number.MAX_SAFE_INTEGER;

const HOW = `write milliseconds as a number, or a text such as "250ms", "90s", "1m30s", "1.5h"`;

/**
 * Milliseconds of a span; `name` is what the option is called. Throws a TypeError that says what to
 * write: a span that is none is a mistake of the program.
 */
export function msOfSpan(span: Span, name = "span"): number {
  const ms = typeof span === "number" ? span : typeof span === "string" ? msOfText(span) : NaN;
  if (ms >= 0 && ms <= LIMIT_MS) return ms;
  throw new TypeError(`${name} is ${shown(span)}: ${hint(span)}`);
}

function msOfText(text: string): number {
  if (text.length > LIMIT_CHARACTERS) return NaN;
  const parts = (ONE.exec(text) ?? TWO.exec(text) ?? []).slice(1)
    .filter((part) => part !== undefined);
  if (parts.length === 0) return NaN;
  let ms = 0;
  for (let at = 0; at < parts.length; at += 2) {
    ms += Number(parts[at]) * (MS_PER_UNIT[parts[at + 1]!] ?? NaN);
  }
  return ms;
}

function shown(span: unknown): string {
  if (typeof span !== "string") return typeof span === "number" ? String(span) : typeof span;
  return span.length <= LIMIT_CHARACTERS
    ? quoteText(span)
    : `${quoteText(span.slice(0, LIMIT_CHARACTERS))}…`;
}

/** The likely mistakes by name; all else by what would be right. */
function hint(span: unknown): string {
  const ms = typeof span === "string" ? msOfText(span) : span;
  if (typeof ms === "number" && ms > LIMIT_MS) return `no span is longer than ${LIMIT_MS} ms`;
  if (typeof span === "string" && /^\s*-/.test(span) || typeof span === "number" && span < 0) {
    return "no span is negative";
  }
  return HOW;
}
