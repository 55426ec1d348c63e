/**
 * Reads header fields as a peer compressed them (RFC 7541).
 *
 * @module
 */

import { ConnectionError, ERROR } from "../frame.ts";
import { decodeHuffman, mostDecoded } from "./huffman.ts";
import { STATIC_TABLE } from "./static_table.ts";

/** Bytes of the table of fields that came before, unless its reader says otherwise. */
export const DEFAULT_TABLE_BYTES = 4096;

/** What an entry counts besides its name and value. */
export const ENTRY_BYTES = 32;

type Field = readonly [name: string, value: string];

/** How much of the fields of one head is kept. */
export interface HeadLimits {
  readonly bytes: number;
  readonly fields: number;
}

/** The state of one direction of a connection. */
export class HeaderDecoder {
  /** Fields that came before, the newest last. */
  readonly #table: Field[] = [];
  #tableBytes = 0;
  #maxTableBytes = DEFAULT_TABLE_BYTES;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;

  /**
   * Names and values in turn, as they were sent. All is read whatever the limits, as what comes
   * later may speak of it; of what exceeds them only the first field is kept. Throws
   * {@link ConnectionError}: after an error nothing that comes can be read.
   */
  decode(block: Uint8Array, limits: HeadLimits): string[] {
    this.#bytes = block;
    this.#at = 0;
    const raw: string[] = [];
    let bytes = 0;
    while (this.#at < block.length) {
      const field = this.#field(raw.length === 0);
      if (field === undefined) continue;
      if (bytes > limits.bytes || raw.length > 2 * limits.fields) continue;
      bytes += field[0].length + field[1].length;
      raw.push(field[0], field[1]);
    }
    return raw;
  }

  /** The next field; undefined where it was something else. */
  #field(first: boolean): Field | undefined {
    const byte = this.#bytes[this.#at]!;
    if (byte >= 0x80) return this.#entry(this.#integer(7));
    if (byte >= 0x40) {
      const field = this.#literal(6);
      this.#add(field);
      return field;
    }
    if (byte < 0x20) return this.#literal(4);
    const size = this.#integer(5);
    if (!first || size > DEFAULT_TABLE_BYTES) throw malformed("a table size that is not allowed");
    this.#maxTableBytes = size;
    this.#evict();
    return undefined;
  }

  #literal(prefixBits: number): Field {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#text() : this.#entry(index)[0];
    return [name, this.#text()];
  }

  #entry(index: number): Field {
    const field = index <= STATIC_TABLE.length
      ? STATIC_TABLE[index - 1]
      : this.#table[this.#table.length - (index - STATIC_TABLE.length)];
    if (field === undefined) throw malformed("a field that nobody has");
    return field;
  }

  #add(field: Field): void {
    this.#table.push(field);
    this.#tableBytes += sizeOf(field);
    this.#evict();
  }

  #evict(): void {
    // One at a time: nearly always it is one, for which `splice()` takes ten times as long.
    while (this.#tableBytes > this.#maxTableBytes) this.#tableBytes -= sizeOf(this.#table.shift()!);
  }

  #integer(prefixBits: number): number {
    const mask = (1 << prefixBits) - 1;
    let value = this.#byte() & mask;
    if (value < mask) return value;
    // More bytes than these are a number that nothing here has.
    for (let shift = 0; shift <= 21; shift += 7) {
      const byte = this.#byte();
      value += (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw malformed("a number that is too large");
  }

  #text(): string {
    const compressed = (this.#bytes[this.#at] ?? 0) >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    const end = start + length;
    if (end > this.#bytes.length) throw malformed("a text that is cut off");
    this.#at = end;
    if (!compressed) return latin1(this.#bytes, start, end);
    const room = mostDecoded(length);
    const into = room <= scratch.length ? scratch : new Uint8Array(room);
    const written = decodeHuffman(this.#bytes, start, end, into);
    if (written === undefined) throw malformed("a text in no known code");
    return latin1(into, 0, written);
  }

  #byte(): number {
    const byte = this.#bytes[this.#at++];
    if (byte === undefined) throw malformed("a head that is cut off");
    return byte;
  }
}

const scratch = new Uint8Array(4096);
/** Characters that are made into text at once. */
const AT_ONCE = 4096;

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  for (let at = start; at < end; at += AT_ONCE) {
    const some = bytes.subarray(at, Math.min(end, at + AT_ONCE));
    // Spread, it would be iterated over: an object for each character.
    text += String.fromCharCode.apply(undefined, some as unknown as number[]);
  }
  return text;
}

function sizeOf([name, value]: Field): number {
  return name.length + value.length + ENTRY_BYTES;
}

function malformed(what: string): ConnectionError {
  return new ConnectionError(ERROR.compression, `header fields with ${what}`);
}
