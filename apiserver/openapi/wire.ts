/**
 * Writes Protobuf messages.
 *
 * @module
 */

const encoder = new TextEncoder();
const VARINT = 0, FIXED64 = 1, DELIMITED = 2;

/** A buffer that grows, to which fields are added. */
export class Wire {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  /** A string, also an empty one. */
  string(field: number, text: string): void {
    this.message(field, () => {
      this.#reserve(text.length * 3);
      this.#length += encoder.encodeInto(text, this.#bytes.subarray(this.#length)).written;
    });
  }

  /** A boolean, or an integer up to 2^53; as a bigint up to 2^64. */
  integer(field: number, value: number | bigint | boolean): void {
    this.#varint(field << 3 | VARINT);
    if (typeof value !== "bigint") return this.#varint(Number(value));
    this.#reserve(10);
    let rest = value;
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
    this.#bytes[this.#length++] = Number(rest);
  }

  /** A number of 64 bits with a floating point. */
  double(field: number, value: number): void {
    this.#varint(field << 3 | FIXED64);
    this.#reserve(8);
    new DataView(this.#bytes.buffer).setFloat64(this.#length, value, true);
    this.#length += 8;
  }

  /** A message whose fields `write` adds. */
  message(field: number, write: () => void): void {
    const start = this.begin(field);
    write();
    this.end(start);
  }

  /** Begins a message: all fields are its own until {@link end} gets what this returns. */
  begin(field: number): number {
    this.#varint(field << 3 | DELIMITED);
    this.#reserve(1);
    return ++this.#length;
  }

  /** Ends the message that began there. */
  end(start: number): void {
    // Most lengths take the one byte that was left for them.
    const length = this.#length - start;
    const more = varintBytes(length) - 1;
    if (more > 0) {
      this.#reserve(more);
      this.#bytes.copyWithin(start + more, start, this.#length);
    }
    this.#length = start - 1;
    this.#varint(length);
    this.#length += length;
  }

  /** What was written. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #varint(value: number): void {
    this.#reserve(10);
    let rest = value;
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = rest % 0x80 | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length++] = rest;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes++;
  return bytes;
}
