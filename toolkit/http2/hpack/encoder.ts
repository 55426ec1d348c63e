/**
 * Writes header fields for a peer (RFC 7541). Without a table of those that came before unless asked
 * to: a server's are few and short, and whoever reads them need keep nothing.
 *
 * @module
 */

import { DEFAULT_TABLE_BYTES, ENTRY_BYTES } from "./decoder.ts";
import { STATIC_TABLE } from "./static_table.ts";

/** The numbers of names, and of names with a value. */
const names = new Map<string, number>();
const fields = new Map<string, number>();
STATIC_TABLE.forEach(([name, value], at) => {
  if (!names.has(name)) names.set(name, at + 1);
  fields.set(`${name}:${value}`, at + 1);
});

/**
 * Fields that a client repeats with each request: the same for all of them, or long. Their values are
 * seen by nobody but the server, and no part of one can be guessed: a field is repeated whole, or not.
 */
const REPEATED: ReadonlySet<string> = new Set([
  ":authority",
  "accept",
  "accept-encoding",
  "authorization",
  "content-type",
  "impersonate-group",
  "impersonate-user",
  "user-agent",
]);

/** The state of one direction of a connection: what its reader has to be told, and what it keeps. */
export class HeaderEncoder {
  #bytes = new Uint8Array(512);
  #length = 0;
  /** The size of the reader's table, and whether it was not told of it yet. */
  #readerBytes = DEFAULT_TABLE_BYTES;
  #tellsSize = false;
  /** How much of it is made use of. */
  #tableBytes: number;
  /** Fields that the reader keeps, the oldest first, and how many were kept before each. */
  readonly #kept = new Map<string, number>();
  #keptBytes = 0;
  #keptBefore = 0;

  /** `tableBytes`: how much of what is repeated the reader is to keep. */
  constructor(tableBytes = 0) {
    this.#tableBytes = tableBytes;
  }

  /**
   * The reader has said how large a table it keeps: a smaller one than before has to be agreed to.
   * Of a larger one no use is made.
   */
  readerKeeps(tableBytes: number): void {
    if (tableBytes >= this.#readerBytes) return;
    this.#readerBytes = this.#tableBytes = Math.min(tableBytes, this.#tableBytes);
    this.#tellsSize = true;
    this.#evict();
  }

  /**
   * A head, names in lower case; a field with several values is written several times. The status
   * comes first: a name that is a number would come before it.
   */
  encode(head: Readonly<Record<string, string | number | readonly string[]>>): Uint8Array {
    this.#length = 0;
    if (this.#tellsSize) {
      this.#tellsSize = false;
      this.#integer(this.#tableBytes, 0x20, 5);
    }
    this.#fields(":status", head[":status"]);
    for (const name in head) if (name !== ":status") this.#fields(name, head[name]);
    return this.#bytes.slice(0, this.#length);
  }

  #fields(name: string, value: string | number | readonly string[] | undefined): void {
    if (value === undefined) return;
    if (typeof value === "object") { for (const one of value) this.#field(name, one); }
    else this.#field(name, String(value));
  }

  #field(name: string, value: string): void {
    const field = `${name}:${value}`;
    const known = fields.get(field);
    if (known !== undefined) return this.#integer(known, 0x80, 7);
    const index = names.get(name) ?? 0;
    if (!REPEATED.has(name) || !this.#keeps(name, value)) this.#integer(index, 0, 4);
    else {
      const at = this.#kept.get(field);
      if (at !== undefined) {
        const newer = this.#keptBefore - at;
        return this.#integer(STATIC_TABLE.length + newer, 0x80, 7);
      }
      this.#integer(index, 0x40, 6);
      this.#kept.set(field, this.#keptBefore++);
      this.#keptBytes += name.length + value.length + ENTRY_BYTES;
      this.#evict();
    }
    if (index === 0) this.#text(name);
    this.#text(value);
  }

  /** Whether the reader's table has room for a field: half of it, as others are to stay. */
  #keeps(name: string, value: string): boolean {
    return name.length + value.length + ENTRY_BYTES <= this.#tableBytes / 2;
  }

  #evict(): void {
    for (const [field] of this.#kept) {
      if (this.#keptBytes <= this.#tableBytes) return;
      this.#kept.delete(field);
      this.#keptBytes -= field.length - 1 + ENTRY_BYTES;
    }
  }

  #integer(value: number, pattern: number, prefixBits: number): void {
    const mask = (1 << prefixBits) - 1;
    this.#reserve(6);
    if (value < mask) {
      this.#bytes[this.#length++] = pattern | value;
      return;
    }
    this.#bytes[this.#length++] = pattern | mask;
    for (value -= mask; value >= 0x80; value >>>= 7) {
      this.#bytes[this.#length++] = value & 0x7f | 0x80;
    }
    this.#bytes[this.#length++] = value;
  }

  #text(text: string): void {
    this.#integer(text.length, 0, 7);
    this.#reserve(text.length);
    for (let at = 0; at < text.length; at++) this.#bytes[this.#length++] = text.charCodeAt(at);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * (this.#length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
