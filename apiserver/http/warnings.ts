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
  const texts = [...new Set(warnings.map(plain))].filter((text) => text !== "");
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length <= ALL_LIMIT_CHARS) return texts.map(quoted);
  const cut = texts.map(beginning);
  let left = ALL_LIMIT_CHARS;
  return cut.filter((text) => (left -= text.length) >= 0).map(quoted);
}

/** Without control characters, which could end the header. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ");
}

function beginning(text: string): string {
  return Array.from(text.slice(0, 2 * CUT_CHARS)).slice(0, CUT_CHARS).join("");
}

const encoder = new TextEncoder();

function quoted(text: string): string {
  const value = `299 - "${text.replace(/[\\"]/g, "\\$&")}"`;
  // A character of a header is a byte of it: what clients read is the text's UTF-8.
  return /[^ -~]/.test(value) ? String.fromCharCode(...encoder.encode(value)) : value;
}
