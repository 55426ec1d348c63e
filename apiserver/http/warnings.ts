/**
 * Warnings for clients, which print them.
 *
 * @module
 */

/** Characters of all warnings of an answer together, past which each is cut and the last are left out. */
const ALL_LIMIT_CHARS = 4 * 1024;
const CUT_CHARS = 256;
/** Clients take a hundred headers at the most, of all names together. */
const HEADERS_LIMIT = 32;

/** The values of `Warning` headers, each warning said once; where they are many, several in each. */
export function warningHeaders(warnings: readonly string[]): string[] {
  const values = warningValues(warnings);
  const each = Math.ceil(values.length / HEADERS_LIMIT);
  if (each <= 1) return values;
  const count = Math.ceil(values.length / each);
  return Array.from(
    { length: count },
    (_, at) => values.slice(at * each, (at + 1) * each).join(", "),
  );
}

function warningValues(warnings: readonly string[]): string[] {
  const texts = [...new Set(warnings.map(plain))];
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= ALL_LIMIT_CHARS) return texts.map(quoted);
  const cut = texts.map((text) => text.slice(0, CUT_CHARS));
  let left = ALL_LIMIT_CHARS;
  return cut.filter((text) => (left -= text.length) >= 0).map(quoted);
}

/** A header's value is Latin text without control characters. */
function plain(text: string): string {
  // deno-lint-ignore no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\uffff]+/g, " ");
}

function quoted(text: string): string {
  return `299 - "${text.replace(/[\\"]/g, "\\$&")}"`;
}
