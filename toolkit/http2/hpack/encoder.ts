/**
 * Writes header fields for a peer (RFC 7541), without a table of those that came before: they are
 * few and short, and whoever reads them need keep nothing.
 *
 * @module
 */

import { DEFAULT_TABLE_BYTES } from "./decoder.ts";
import { STATIC_TABLE } from "./static_table.ts";

/** The numbers of names, and of names with a value. */
const names = new Map<string, number>();
const fields = new Map<string, number>();
STATIC_TABLE.forEach(([name, value], at) => {
  if (!names.has(name)) names.set(name, at + 1);
  fields.set(`${name}:${value}`, at + 1);
});

/** The state of one direction of a connection: what its reader has to be told. */
export class HeaderEncoder {
  #bytes = new Uint8Array(512);
  #length = 0;
  #tellsSize = false;

  /** The reader has said how large a table it keeps: a smaller one than before has to be agreed to. */
  readerKeeps(tableBytes: number): void {
    if (tableBytes < DEFAULT_TABLE_BYTES) this.#tellsSize = true;
  }

  /**
   * A head, names in lower case; a field with several values is written several times. The status
   * comes first: a name that is a number would come before it.
   */
  encode(head: Readonly<Record<string, string | number | readonly string[]>>): Uint8Array {
    this.#length = 0;
    if (this.#tellsSize) {
      this.#tellsSize = false;
      this.#integer(0, 0x20, 5);
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
    const known = fields.get(`${name}:${value}`);
    if (known !== undefined) return this.#integer(known, 0x80, 7);
    const index = names.get(name) ?? 0;
    this.#integer(index, 0, 4);
    if (index === 0) this.#text(name);
    this.#text(value);
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
