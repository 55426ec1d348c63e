/**
 * Keys of a Deno KV database as bytes, whose order is that of the keys. A part is a tag, then:
 *
 * | tag | part |
 * |---|---|
 * | 01, 02 | bytes; text in UTF-8: a zero is followed by ff, and a zero ends it |
 * | 0b, 1d | a bigint of more than eight bytes, below and above zero: its length in a byte, its bytes |
 * | 0c-13, 14, 15-1c | a bigint of 8 to 1 bytes below zero, zero, one of 1 to 8 bytes above |
 * | 21 | a number: its eight bytes, of a negative one all bits inverted, else the first bit |
 * | 26, 27 | false, true |
 *
 * Integers are big-endian; below zero their bytes are inverted, and so is the length.
 *
 * @module
 */

const BYTES = 0x01;
const TEXT = 0x02;
const BIG_NEGATIVE = 0x0b;
const INTEGER_ZERO = 0x14;
const BIG_POSITIVE = 0x1d;
const NUMBER = 0x21;
const FALSE = 0x26;
const TRUE = 0x27;
const ESCAPE = 0xff;

/** Bytes of an integer whose length is in its tag. */
const SHORT_INTEGER_BYTES = 8;
const MAX_INTEGER_BYTES = 255;

/** The longest key that can be written. */
export const MAX_KEY_BYTES = 2048;

/** The smallest and largest bytes that can follow a prefix. */
const FIRST_AFTER_PREFIX = 0x00;
const LAST_AFTER_PREFIX = 0xff;

/** Encoded keys from `start` to before `end`. */
export interface KeyRange {
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** Encodes a key; throws `RangeError` for one that is too long. */
export function encodeKey(key: Deno.KvKey): Uint8Array {
  writer.reset();
  for (const part of key) writer.part(part);
  return writer.finish();
}

/** The range of exactly one key. */
export function rangeOfKey(key: Uint8Array): KeyRange {
  return { start: key, end: after(key) };
}

/** The range that a selector of `Deno.Kv.list` names. */
export function rangeOfSelector(selector: Deno.KvListSelector): KeyRange {
  const { prefix, start, end } = selector as {
    prefix?: Deno.KvKey;
    start?: Deno.KvKey;
    end?: Deno.KvKey;
  };
  if (prefix === undefined) {
    if (start === undefined || end === undefined) {
      throw new TypeError("a list needs a prefix, or both a start and an end");
    }
    return { start: encodeKey(start), end: encodeKey(end) };
  }
  const encoded = encodeKey(prefix);
  return {
    start: start === undefined ? followed(encoded, FIRST_AFTER_PREFIX) : encodeKey(start),
    end: end === undefined ? followed(encoded, LAST_AFTER_PREFIX) : encodeKey(end),
  };
}

/** The first key after `key`. */
export function after(key: Uint8Array): Uint8Array {
  return followed(key, 0);
}

function followed(bytes: Uint8Array, last: number): Uint8Array {
  const longer = new Uint8Array(bytes.length + 1);
  longer.set(bytes);
  longer[bytes.length] = last;
  return longer;
}

/** Less than 0, 0, or more, as `a` stands before `b`, is equal, or stands after it. */
export function compareKeys(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const encoder = new TextEncoder();

/** Writes one key at a time: nothing is encoded while another key is. */
class KeyWriter {
  readonly #bytes = new Uint8Array(MAX_KEY_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #end = 0;

  reset(): void {
    this.#end = 0;
  }

  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#end);
  }

  part(part: Deno.KvKeyPart): void {
    switch (typeof part) {
      case "string":
        return this.#text(part);
      case "number":
        return this.#number(part);
      case "bigint":
        return this.#integer(part);
      case "boolean":
        return this.#byte(part ? TRUE : FALSE);
    }
    if (!(part instanceof Uint8Array)) throw new TypeError("a part of a key has a type of none");
    this.#escaped(BYTES, part);
  }

  #text(text: string): void {
    const start = this.#end;
    this.#byte(TEXT);
    // Most are short and ASCII: a call to the encoder is dear.
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit === 0 || unit > 0x7f) {
        this.#end = start;
        return this.#escaped(TEXT, encoder.encode(text));
      }
      this.#byte(unit);
    }
    this.#byte(0);
  }

  #escaped(tag: number, bytes: Uint8Array): void {
    this.#byte(tag);
    for (const byte of bytes) {
      this.#byte(byte);
      if (byte === 0) this.#byte(ESCAPE);
    }
    this.#byte(0);
  }

  #number(value: number): void {
    this.#byte(NUMBER);
    const at = this.#reserve(8);
    this.#view.setFloat64(at, value);
    const negative = (this.#bytes[at] as number) >= 0x80;
    this.#view.setUint32(at, this.#view.getUint32(at) ^ (negative ? 0xffff_ffff : 0x8000_0000));
    if (negative) this.#view.setUint32(at + 4, ~this.#view.getUint32(at + 4));
  }

  #integer(value: bigint): void {
    if (value === 0n) return this.#byte(INTEGER_ZERO);
    const negative = value < 0n;
    const hex = (negative ? -value : value).toString(16);
    const bytes = Uint8Array.fromHex(hex.length % 2 === 0 ? hex : `0${hex}`);
    if (bytes.length > MAX_INTEGER_BYTES) throw new RangeError("an integer in a key is too large");
    const inversion = negative ? 0xff : 0;
    if (bytes.length <= SHORT_INTEGER_BYTES) {
      this.#byte(INTEGER_ZERO + (negative ? -bytes.length : bytes.length));
    } else {
      this.#byte(negative ? BIG_NEGATIVE : BIG_POSITIVE);
      this.#byte(bytes.length ^ inversion);
    }
    for (const byte of bytes) this.#byte(byte ^ inversion);
  }

  #byte(byte: number): void {
    this.#bytes[this.#reserve(1)] = byte;
  }

  #reserve(count: number): number {
    const at = this.#end;
    if (at + count > MAX_KEY_BYTES) {
      throw new RangeError(`a key is longer than ${MAX_KEY_BYTES} bytes`);
    }
    this.#end += count;
    return at;
  }
}

const writer = new KeyWriter();

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a key; throws for bytes that are none. */
export function decodeKey(bytes: Uint8Array): Deno.KvKey {
  const reader = new KeyReader(bytes);
  const parts: Deno.KvKeyPart[] = [];
  while (!reader.done) parts.push(reader.part());
  return parts;
}

class KeyReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.#at === this.#bytes.length;
  }

  part(): Deno.KvKeyPart {
    const tag = this.#byte();
    if (tag === TEXT) return utf8.decode(this.#escaped());
    if (tag === NUMBER) return this.#number();
    if (tag === BYTES) return this.#escaped();
    if (tag === FALSE || tag === TRUE) return tag === TRUE;
    if (tag === BIG_NEGATIVE) return -this.#integer(this.#byte() ^ 0xff, 0xff);
    if (tag === BIG_POSITIVE) return this.#integer(this.#byte(), 0);
    const length = Math.abs(tag - INTEGER_ZERO);
    if (length > SHORT_INTEGER_BYTES) throw new RangeError(`a part of a key has the tag ${tag}`);
    return tag < INTEGER_ZERO ? -this.#integer(length, 0xff) : this.#integer(length, 0);
  }

  #number(): number {
    const view = new DataView(this.#take(8).slice().buffer);
    const positive = view.getUint8(0) >= 0x80;
    view.setUint32(0, view.getUint32(0) ^ (positive ? 0x8000_0000 : 0xffff_ffff));
    if (!positive) view.setUint32(4, ~view.getUint32(4));
    return view.getFloat64(0);
  }

  #integer(length: number, inversion: number): bigint {
    const bytes = this.#take(length).map((byte) => byte ^ inversion);
    return BigInt(`0x0${bytes.toHex()}`);
  }

  #escaped(): Uint8Array {
    const bytes = this.#bytes;
    const start = this.#at;
    let escapes = 0;
    let end = start;
    for (;; end++) {
      if (end === bytes.length) throw new RangeError("a part of a key has no end");
      if (bytes[end] !== 0) continue;
      if (bytes[end + 1] !== ESCAPE) break;
      end++;
      escapes++;
    }
    this.#at = end + 1;
    if (escapes === 0) return bytes.slice(start, end);
    const plain = new Uint8Array(end - start - escapes);
    for (let from = start, to = 0; from < end; from++, to++) {
      plain[to] = bytes[from] as number;
      if (bytes[from] === 0) from++;
    }
    return plain;
  }

  #byte(): number {
    return this.#take(1)[0] as number;
  }

  #take(count: number): Uint8Array {
    if (this.#at + count > this.#bytes.length) throw new RangeError("a part of a key is cut off");
    return this.#bytes.subarray(this.#at, this.#at += count);
  }
}
