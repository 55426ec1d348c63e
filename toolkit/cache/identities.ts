/**
 * Keys and uids of many objects as bytes, and the way from a key to its entry: as texts in a map they
 * would take three times as much, and be a good part of what a collector of garbage goes through.
 *
 * @module
 */

import { asciiText } from "../values/ascii_text.ts";
import { Slabs } from "./slabs.ts";

/** Entries of the table by hash, at most half of which are in use. */
const FIRST_PLACES = 512;
/** The length of a key comes before it; its highest bit says that the uid is 16 bytes. */
const HEADER_BYTES = 4;
const PACKED = 0x8000_0000;
const UUID_BYTES = 16;
const UUID_CHARS = 36;
/** By character: the value of a hexadecimal digit as uids have them, or 16. */
const DIGITS = Uint8Array.from(
  { length: 128 },
  (_, code) => {
    const digit = "0123456789abcdef".indexOf(String.fromCharCode(code));
    return digit < 0 ? 16 : digit;
  },
);
const HYPHEN = 0x2d;
/** Longer keys are no names of objects; they are only not read letter by letter. */
const SHORT_BYTES = 512;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Entries by key. The numbers of entries that are gone are used again. */
export class Identities {
  readonly #slabs = new Slabs();
  /** By hash, then one after the other: 0 for none, else an entry and 1. */
  #table = new Int32Array(FIRST_PLACES);
  /** By entry. */
  #hashes = new Int32Array(FIRST_PLACES / 2);
  #size = 0;
  /** The key that was looked for last. */
  #scratch = new Uint8Array(SHORT_BYTES);
  #length = 0;
  #hash = 0;
  /** What was written last of a key and a uid. */
  #record = new Uint8Array(SHORT_BYTES);

  get size(): number {
    return this.#size;
  }

  /** The entry of a key; undefined: there is none. */
  find(key: string): number | undefined {
    this.#read(key);
    const place = this.#place();
    const found = this.#table[place]!;
    return found === 0 ? undefined : found - 1;
  }

  /** Puts in a key that is not there. */
  add(key: string, uid: string): number {
    this.#read(key);
    const entry = this.#slabs.add(this.#written(uid));
    if ((this.#size + 1) * 2 > this.#table.length) this.#grow();
    if (entry >= this.#hashes.length) {
      const larger = new Int32Array(Math.max(entry + 1, this.#hashes.length * 2));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[entry] = this.#hash;
    this.#table[this.#place()] = entry + 1;
    this.#size++;
    return entry;
  }

  /** Gives an entry's key another uid. */
  replaceUid(entry: number, uid: string): void {
    this.#read(this.keyOf(entry));
    this.#slabs.replace(entry, this.#written(uid));
  }

  remove(entry: number): void {
    const table = this.#table;
    const mask = table.length - 1;
    let hole = this.#hashes[entry]! & mask;
    while (table[hole] !== entry + 1) hole = (hole + 1) & mask;
    // What comes after it moves up where it may, so that no search ends too early.
    for (let at = (hole + 1) & mask; table[at] !== 0; at = (at + 1) & mask) {
      const home = this.#hashes[table[at]! - 1]! & mask;
      if (((at - home) & mask) < ((at - hole) & mask)) continue;
      table[hole] = table[at]!;
      hole = at;
    }
    table[hole] = 0;
    this.#slabs.remove(entry);
    this.#size--;
  }

  keyOf(entry: number): string {
    const bytes = this.#slabs.bytesOf(entry);
    return textOf(bytes, HEADER_BYTES, HEADER_BYTES + (headerOf(bytes) & ~PACKED));
  }

  uidOf(entry: number): string {
    const bytes = this.#slabs.bytesOf(entry);
    const header = headerOf(bytes);
    const at = HEADER_BYTES + (header & ~PACKED);
    if ((header & PACKED) === 0) return textOf(bytes, at, bytes.length);
    const hex = bytes.subarray(at, at + UUID_BYTES).toHex();
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      hex.slice(12, 16),
      hex.slice(16, 20),
      hex.slice(20),
    ].join("-");
  }

  /** The entries of all keys, by number. */
  entries(): Int32Array {
    return this.#table.filter((found) => found !== 0).map((found) => found - 1).sort();
  }

  /** Takes a key to be looked for: its bytes, and their hash. */
  #read(key: string): void {
    let hash = 0x811c9dc5;
    let length = key.length;
    if (length <= SHORT_BYTES) {
      for (let at = 0; at < length; at++) {
        const code = key.charCodeAt(at);
        if (code > 0x7f) {
          length = -1;
          break;
        }
        this.#scratch[at] = code;
        hash = Math.imul(hash ^ code, 0x01000193);
      }
    }
    if (length < 0 || length > SHORT_BYTES) {
      const bytes = encoder.encode(key);
      if (bytes.length > this.#scratch.length) this.#scratch = new Uint8Array(bytes.length);
      this.#scratch.set(bytes);
      length = bytes.length;
      hash = 0x811c9dc5;
      for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
    }
    this.#length = length;
    this.#hash = hash ^ hash >>> 15;
  }

  /** Where the key that was read is, or would be put. */
  #place(): number {
    const table = this.#table;
    const mask = table.length - 1;
    let at = this.#hash & mask;
    for (;; at = (at + 1) & mask) {
      const found = table[at]!;
      if (found === 0) return at;
      if (this.#hashes[found - 1] === this.#hash && this.#isHere(found - 1)) return at;
    }
  }

  /** Whether an entry has the key that was read. */
  #isHere(entry: number): boolean {
    const bytes = this.#slabs.bytesOf(entry);
    const length = headerOf(bytes) & ~PACKED;
    if (length !== this.#length) return false;
    for (let at = 0; at < length; at++) {
      if (bytes[HEADER_BYTES + at] !== this.#scratch[at]) return false;
    }
    return true;
  }

  /** The key that was read, and a uid: to be copied at once. */
  #written(uid: string): Uint8Array {
    const at = HEADER_BYTES + this.#length;
    if (this.#record.length < at + UUID_BYTES) this.#record = new Uint8Array(at + UUID_BYTES);
    let record = this.#record;
    const packed = packUuid(uid, record, at);
    if (!packed) {
      const rest = encoder.encode(uid);
      record = new Uint8Array(at + rest.length);
      record.set(rest, at);
    }
    const header = (packed ? PACKED : 0) | this.#length;
    for (let byte = 0; byte < HEADER_BYTES; byte++) record[byte] = header >>> 8 * byte;
    for (let byte = 0; byte < this.#length; byte++) {
      record[HEADER_BYTES + byte] = this.#scratch[byte]!;
    }
    return packed ? record.subarray(0, at + UUID_BYTES) : record;
  }

  #grow(): void {
    const before = this.#table;
    const table = this.#table = new Int32Array(before.length * 2);
    const mask = table.length - 1;
    for (const found of before) {
      if (found === 0) continue;
      let at = this.#hashes[found - 1]! & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = found;
    }
  }
}

function headerOf(bytes: Uint8Array): number {
  return bytes[0]! | bytes[1]! << 8 | bytes[2]! << 16 | bytes[3]! << 24;
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return asciiText(bytes, start, end) ?? decoder.decode(bytes.subarray(start, end));
}

/** Puts a uid into 16 bytes; false where it is no UUID as servers write them. */
function packUuid(uid: string, into: Uint8Array, at: number): boolean {
  if (uid.length !== UUID_CHARS) return false;
  let byte = at;
  for (let char = 0; char < UUID_CHARS; char += 2) {
    if (char === 8 || char === 13 || char === 18 || char === 23) {
      if (uid.charCodeAt(char) !== HYPHEN) return false;
      char++;
    }
    const high = digitAt(uid, char);
    const low = digitAt(uid, char + 1);
    if (high > 15 || low > 15) return false;
    into[byte++] = high << 4 | low;
  }
  return true;
}

function digitAt(text: string, at: number): number {
  return DIGITS[text.charCodeAt(at)] ?? 16;
}
