/**
 * Keeps credentials out of lines: values under telling keys, and credentials inside of texts.
 *
 * @module
 */

import { REDACTED } from "../logger.ts";

/** Keys whose values are credentials whatever they look like. */
const ALWAYS =
  /^(authorization|proxy-authorization|cookie|set-cookie|.*password|passwd|bearer)$|(^|[-_.])(token|client-?key-?data|private-?key)$|^(access|refresh|id|bearer|api|auth)token$/i;

/** With sanitizing on, keys that may well hold one. */
const SANITIZED =
  /token|passw|secret|credential|authorization|cookie|private|key-?data|signature|bearer/i;

/** Cheap to search for; only a text that has one is worth the patterns. */
const MARKERS = /bearer|basic|eyJ|:\/\/|PRIVATE KEY|token|passw/i;

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic|Negotiate)(\s+|%20)[A-Za-z0-9._~+\/=-]{4,}/gi, `$1 ${REDACTED}`],
  [/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s\/?#"'@]*@/gi, `$1${REDACTED}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, REDACTED],
  [
    /(["']?(?:access_|refresh_|id_|bearer)?(?:token|password|passwd)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s&,;}"']+)/gi,
    `$1${REDACTED}`,
  ],
];

/** `text` without the credentials in it. Takes a time in proportion to its length, whatever it holds. */
export function redactText(text: string): string {
  if (!MARKERS.test(text)) return text;
  const done = PATTERNS.reduce((done, [pattern, by]) => done.replace(pattern, by), text);
  return done.includes("eyJ") ? done.replace(DOTTED, withoutTokens) : done;
}

/** What tokens are in: signed ones are two or three parts with dots between. */
const DOTTED = /[\w.-]+/g;

/** Looked for part by part: one pattern for all would search the rest of the text from every `eyJ`. */
function withoutTokens(dotted: string): string {
  const parts = dotted.split(".");
  const kept: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    const begins = (parts[at + 1]?.length ?? 0) < 6 ? -1 : parts[at]!.search(/\beyJ[\w-]{6}/);
    if (begins < 0) {
      kept.push(parts[at]!);
      continue;
    }
    kept.push(parts[at]!.slice(0, begins) + REDACTED);
    at += 2;
  }
  return kept.join(".");
}

/** True when the value under `key` must not be shown. */
export function hidesKey(key: string, sanitize: boolean): boolean {
  return ALWAYS.test(key) || (sanitize && SANITIZED.test(key));
}
