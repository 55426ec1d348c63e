/**
 * Protobuf read from bytes that nobody vouches for: every length and number is checked against
 * what is left of the message that it belongs to.
 *
 * @module
 */

import { asciiText } from "../values/ascii_text.ts";
import { CodecError } from "./error.ts";
import { DEPTH_LIMIT } from "./limits.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const WIRE_NAMES = ["varint", "64-bit", "length-delimited", "group", "group end", "32-bit"];
const TWO_32 = 2 ** 32;

/** A message that is being read. */
export class ProtobufInput {
  readonly bytes: Uint8Array;
  /** The next byte. */
  at = 0;
  /** Where the current message ends. */
  end: number;
  depth = 0;
  /** All bytes as characters: most strings are cut out of it. */
  #characters: string | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.end = bytes.length;
  }

  /** The tag of the next field: its number times eight, plus its wire type. */
  tag(): number {
    const byte = this.bytes[this.at]!;
    if (byte < 0x80 && byte > 7) {
      this.at++;
      return byte;
    }
    const tag = this.varint();
    if (tag < 8 || tag > 0xffff_ffff) throw this.error(`illegal tag ${tag}`);
    return tag;
  }

  /** An unsigned number; throws past 2^53, as lengths and tags are far below. */
  varint(): number {
    const first = this.bytes[this.at]!;
    if (first < 0x80 && this.at < this.end) {
      this.at++;
      return first;
    }
    const low = this.#varintLow();
    if (this.#high >= 0x20_0000) throw this.error("number out of range");
    return low + this.#high * TWO_32;
  }

  /** The upper half of the number that was read last. */
  #high = 0;

  /** Reads a varint of up to ten bytes; returns the lower 32 bits and keeps the upper ones. */
  #varintLow(): number {
    const bytes = this.bytes;
    let low = 0, high = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.end) throw this.error("unexpected end");
      const byte = bytes[this.at++]!;
      const bits = byte & 0x7f;
      if (shift < 28) low |= bits << shift;
      else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else if (shift < 63) high |= bits << (shift - 32);
      else if (byte > 1) throw this.error("number of more than 64 bits");
      else high |= bits << 31;
      if (byte < 0x80) {
        this.#high = high >>> 0;
        return low >>> 0;
      }
    }
    throw this.error("number of more than ten bytes");
  }

  /** A signed 64-bit integer: a number where that is exact, else a bigint. */
  int64(): number | bigint {
    const low = this.#varintLow();
    const high = this.#high;
    const signed = high | 0;
    if (signed >= -0x20_0000 && signed < 0x20_0000) {
      const value = signed * TWO_32 + low;
      if (Number.isSafeInteger(value)) return value;
    }
    return BigInt.asIntN(64, BigInt(high) << 32n | BigInt(low));
  }

  /** An unsigned 64-bit integer. */
  uint64(): number | bigint {
    const low = this.#varintLow();
    const high = this.#high;
    return high < 0x20_0000 ? high * TWO_32 + low : BigInt(high) << 32n | BigInt(low);
  }

  /** A signed 32-bit integer; upper bits are cut off, as the reference does. */
  int32(): number {
    return this.#varintLow() | 0;
  }

  /** An unsigned 32-bit integer. */
  uint32(): number {
    return this.#varintLow();
  }

  bool(): boolean {
    return this.#varintLow() !== 0 || this.#high !== 0;
  }

  float64(): number {
    const start = this.#skip(8);
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + start, 8).getFloat64(0, true);
  }

  /** A copy-free view of length-delimited bytes. */
  delimited(): Uint8Array {
    const length = this.varint();
    const start = this.#skip(length);
    return this.bytes.subarray(start, start + length);
  }

  /** A string; throws where it is not UTF-8. */
  string(): string {
    const length = this.varint();
    const start = this.#skip(length);
    const bytes = this.bytes;
    const end = start + length;
    for (let i = start; i < end; i++) {
      if (bytes[i]! > 127) return this.#utf8(start, end);
    }
    this.#characters ??= sevenBits(bytes);
    return this.#characters.slice(start, end);
  }

  /**
   * A string as {@link string} reads it, where little else of the message is read: no more than the
   * string itself is made, and it keeps nothing else alive.
   */
  loneString(): string {
    const length = this.varint();
    const start = this.#skip(length);
    const end = start + length;
    return asciiText(this.bytes, start, end) ?? this.#utf8(start, end);
  }

  #utf8(start: number, end: number): string {
    try {
      return utf8.decode(this.bytes.subarray(start, end));
    } catch (error) {
      throw this.error("string is not valid UTF-8", error);
    }
  }

  /** Steps over `length` bytes of the message; returns where they begin. */
  #skip(length: number): number {
    const start = this.at;
    if (length > this.end - start) throw this.error("unexpected end");
    this.at = start + length;
    return start;
  }

  /** Enters a length-delimited message; returns the end of the outer one, for {@link leave}. */
  enter(): number {
    const length = this.varint();
    const outer = this.end;
    if (length > outer - this.at) throw this.error("unexpected end");
    if (++this.depth > DEPTH_LIMIT) throw this.error(`more than ${DEPTH_LIMIT} levels deep`);
    this.end = this.at + length;
    return outer;
  }

  leave(outer: number): void {
    this.end = outer;
    this.depth--;
  }

  /** Skips a field that is not known by its tag; `known` has the numbers of all known fields. */
  skipUnknown(tag: number, known: ReadonlySet<number>): void {
    const number = Math.floor(tag / 8);
    const wire = tag & 7;
    if (known.has(number)) {
      throw this.error(`field ${number} has the wrong wire type ${WIRE_NAMES[wire] ?? wire}`);
    }
    switch (wire) {
      case 0:
        this.#varintLow();
        break;
      case 1:
        this.#skip(8);
        break;
      case 2:
        this.#skip(this.varint());
        break;
      case 5:
        this.#skip(4);
        break;
      default:
        throw this.error(
          `field ${number} has the unsupported wire type ${WIRE_NAMES[wire] ?? wire}`,
        );
    }
  }

  /** An error that says where. */
  error(message: string, cause?: unknown): CodecError {
    return new CodecError(`protobuf: byte ${this.at}: ${message}`, "", { cause });
  }
}

const text = new TextDecoder();
let scratch = new Uint32Array(1024);
const KEPT_WORDS = 1024 * 1024;

/**
 * The bytes as characters, their upper bits cut off: right wherever a string is ASCII, and made in
 * one call, while a call for each string would take most of the time of reading.
 */
function sevenBits(bytes: Uint8Array): string {
  const words = bytes.length + 3 >> 2;
  if (scratch.length < words) scratch = new Uint32Array(words * 2);
  const masked = scratch;
  if (scratch.length > KEPT_WORDS) scratch = new Uint32Array(1024);
  const copy = new Uint8Array(masked.buffer, 0, bytes.length);
  copy.set(bytes);
  for (let i = 0; i < words; i++) masked[i] = masked[i]! & 0x7f7f_7f7f;
  return text.decode(copy);
}
