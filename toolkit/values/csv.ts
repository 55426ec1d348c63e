/**
 * Records of comma separated values (RFC 4180), as the reference's files have them.
 *
 * @module
 */

/** A record, and the line that it begins on. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/**
 * The records of a text; lines with nothing in them are none. A field in quotes may hold commas, lines and, twice, quotes;
 * blanks are a part of fields. Throws an error that names the line where a quote is not closed or out of place.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  const all = text.replaceAll("\r\n", "\n").replace(/\r$/, "");
  let at = 0;
  let line = 1;
  while (at < all.length) {
    if (all[at] === "\n") {
      at++;
      line++;
      continue;
    }
    const record = { line, fields: [] as string[] };
    for (let isOver = false; !isOver;) {
      const quoted = all[at] === '"';
      const end = quoted ? endOfQuoted(all, at, line) : endOfPlain(all, at);
      const field = quoted ? all.slice(at + 1, end - 1).replaceAll('""', '"') : all.slice(at, end);
      if (!quoted && field.includes('"')) {
        throw new Error(`line ${line} has a quote inside of a field`);
      }
      line += field.split("\n").length - 1;
      record.fields.push(field);
      isOver = all[end] !== ",";
      at = end + 1;
    }
    line++;
    yield record;
  }
}

function endOfPlain(text: string, from: number): number {
  let end = from;
  while (end < text.length && text[end] !== "," && text[end] !== "\n") end++;
  return end;
}

/** Behind the quote that closes a field. */
function endOfQuoted(text: string, from: number, line: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') {
      at++;
      continue;
    }
    const next = text[at + 1];
    if (next === undefined || next === "," || next === "\n") return at + 1;
    throw new Error(`line ${line} has something behind a closed quote`);
  }
  throw new Error(`line ${line} has an unclosed quote`);
}
