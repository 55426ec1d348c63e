/**
 * JSON text as UTF-8 bytes in one buffer that grows and is used again for the next object.
 *
 * @module
 */

import { quoteJson } from "./raw.ts";

const encoder = new TextEncoder();

const QUOTE = 0x22;

/** 1 for the ASCII characters that a JSON string holds as they are, in Go's eyes. */
const PLAIN = new Uint8Array(128).fill(1, 0x20);
for (const escaped of '"\\<>&') PLAIN[escaped.charCodeAt(0)] = 0;

/** From this many characters on, a call into the runtime copies faster than a loop. */
const LONG_TEXT_CHARS = 96;

/** A larger buffer is not kept for the next object. */
const KEPT_BYTES = 4 * 1024 * 1024;

/** Where JSON is written to. */
export class JsonOutput {
  bytes = new Uint8Array(16 * 1024);
  length = 0;
  depth = 0;

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count > this.bytes.length) this.#grow(count);
  }

  #grow(count: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  /** One ASCII character. */
  byte(byte: number): void {
    if (this.length === this.bytes.length) this.#grow(1);
    this.bytes[this.length++] = byte;
  }

  /** Prepared bytes: the name of a field with the punctuation around it. */
  prepared(prepared: Uint8Array): void {
    const count = prepared.length;
    if (this.length + count > this.bytes.length) this.#grow(count);
    const { bytes, length } = this;
    for (let i = 0; i < count; i++) bytes[length + i] = prepared[i]!;
    this.length = length + count;
  }

  /** Text that is JSON already. */
  text(text: string): void {
    const count = text.length;
    if (count > LONG_TEXT_CHARS) return this.#encode(text);
    if (this.length + count > this.bytes.length) this.#grow(count);
    const { bytes, length } = this;
    for (let i = 0; i < count; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return this.#encode(text);
      bytes[length + i] = code;
    }
    this.length = length + count;
  }

  #encode(text: string): void {
    this.reserve(text.length * 3);
    const { written } = encoder.encodeInto(text, this.bytes.subarray(this.length));
    this.length += written;
  }

  /** A string, quoted and escaped. */
  string(text: string): void {
    const count = text.length;
    if (this.length + count + 2 > this.bytes.length) this.#grow(count + 2);
    const bytes = this.bytes;
    let at = this.length;
    bytes[at++] = QUOTE;
    for (let i = 0; i < count; i++) {
      const code = text.charCodeAt(i);
      if (code > 127 || PLAIN[code] === 0) return this.text(quoteJson(text));
      bytes[at++] = code;
    }
    bytes[at++] = QUOTE;
    this.length = at;
  }

  /** An integer. */
  integer(value: number | bigint): void {
    if (value >= 0 && value < 10) this.byte(0x30 + Number(value));
    else this.text(String(value));
  }

  /** Hands out what was written, and is empty again. */
  finish(): Uint8Array<ArrayBuffer> {
    const result = this.bytes.slice(0, this.length);
    this.reset();
    return result;
  }

  /** Forgets what was written. */
  reset(): void {
    this.length = 0;
    this.depth = 0;
    if (this.bytes.length > KEPT_BYTES) this.bytes = new Uint8Array(16 * 1024);
  }
}
