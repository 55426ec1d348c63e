/**
 * Warnings for clients, which print them.
 *
 * @module
 */

/** All warnings of an answer together have at most this many bytes, and each this many. */
const ALL_LIMIT_BYTES = 4 * 1024;
const ONE_LIMIT_BYTES = 256;

/** `Warning` headers, each said once; those that are too long are cut, and too many left out. */
export function warningHeaders(warnings: readonly string[]): string[] {
  const headers: string[] = [];
  let bytes = 0;
  for (const warning of new Set(warnings)) {
    const header = `299 - ${quoted(warning)}`;
    bytes += header.length;
    if (bytes > ALL_LIMIT_BYTES) break;
    headers.push(header);
  }
  return headers;
}

function quoted(text: string): string {
  // A header's value is Latin text without control characters.
  // deno-lint-ignore no-control-regex
  const plain = text.replace(/[\u0000-\u001f\u007f-\uffff]+/g, " ");
  return `"${plain.slice(0, ONE_LIMIT_BYTES).replace(/[\\"]/g, "\\$&")}"`;
}
