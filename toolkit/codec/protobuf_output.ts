/**
 * Protobuf written from its end to its beginning: the length of a message is known when its tag is
 * written, so nothing is measured beforehand and nothing is moved afterwards.
 *
 * @module
 */

const encoder = new TextEncoder();

/**
 * From this many characters on, a call into the runtime is faster than a loop. (Not `encodeInto`: of
 * Latin-1 text it reports a wrong `read` in Deno 2.7.14, once it is compiled.)
 */
const LONG_TEXT_CHARS = 400;
const KEPT_BYTES = 4 * 1024 * 1024;
const FIRST_BYTES = 16 * 1024;
const TWO_32 = 2 ** 32;

/** Where messages are written to, back to front. */
export class ProtobufOutput {
  bytes = new Uint8Array(FIRST_BYTES);
  /** Where the first written byte is. */
  start = FIRST_BYTES;
  depth = 0;

  /** How many bytes were written; the difference of two such counts is the length between. */
  get written(): number {
    return this.bytes.length - this.start;
  }

  /** Makes room for `count` more bytes in front. */
  reserve(count: number): void {
    if (this.start >= count) return;
    const { written } = this;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, written + count));
    larger.set(this.bytes.subarray(this.start), larger.length - written);
    this.start = larger.length - written;
    this.bytes = larger;
  }

  /** An unsigned number below 2^53: a tag, a length. */
  varint(value: number): void {
    if (value < 0x80) {
      if (this.start === 0) this.reserve(1);
      this.bytes[--this.start] = value;
    } else if (value < 0x4000) {
      if (this.start < 2) this.reserve(2);
      const start = this.start -= 2;
      this.bytes[start] = value & 0x7f | 0x80;
      this.bytes[start + 1] = value >>> 7;
    } else {
      this.#wideVarint(value >>> 0, Math.floor(value / TWO_32));
    }
  }

  /** A signed integer of at most 64 bits: negative ones take ten bytes. */
  integer(value: number | bigint): void {
    if (value >= 0 && value < 0x80) return this.varint(Number(value));
    if (typeof value === "number") {
      return this.#wideVarint(value >>> 0, Math.floor(value / TWO_32) >>> 0);
    }
    const bits = BigInt.asUintN(64, value);
    this.#wideVarint(Number(bits & 0xffff_ffffn), Number(bits >> 32n));
  }

  #wideVarint(low: number, high: number): void {
    this.reserve(10);
    let count = 1;
    // Seven bits a byte, out of both halves.
    for (let l = low, h = high; l > 0x7f || h > 0; count++) {
      l = (l >>> 7 | h << 25) >>> 0;
      h >>>= 7;
    }
    const start = this.start -= count;
    for (let i = 0; i < count; i++) {
      this.bytes[start + i] = low & 0x7f | (i < count - 1 ? 0x80 : 0);
      low = (low >>> 7 | high << 25) >>> 0;
      high >>>= 7;
    }
  }

  /** Eight bytes, little-endian. */
  float64(value: number): void {
    this.reserve(8);
    this.start -= 8;
    new DataView(this.bytes.buffer).setFloat64(this.start, value, true);
  }

  /** Bytes with their length in front. */
  lengthDelimited(bytes: Uint8Array): void {
    this.raw(bytes);
    this.varint(bytes.length);
  }

  /** Bytes as they are. */
  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.start -= bytes.length;
    this.bytes.set(bytes, this.start);
  }

  /** A string as UTF-8, with its length in front; half surrogates become U+FFFD. */
  string(text: string): void {
    const count = text.length;
    if (count > LONG_TEXT_CHARS) return this.lengthDelimited(encoder.encode(text));
    if (this.start < count) this.reserve(count);
    const bytes = this.bytes;
    const start = this.start - count;
    for (let i = 0; i < count; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return this.lengthDelimited(encoder.encode(text));
      bytes[start + i] = code;
    }
    this.start = start;
    this.varint(count);
  }

  /** Hands out what was written, and is empty again. */
  finish(): Uint8Array<ArrayBuffer> {
    const result = this.bytes.slice(this.start);
    this.reset();
    return result;
  }

  /** Forgets what was written. */
  reset(): void {
    if (this.bytes.length > KEPT_BYTES) this.bytes = new Uint8Array(FIRST_BYTES);
    this.start = this.bytes.length;
    this.depth = 0;
  }
}
