/**
 * An object's JSON with its resourceVersion put in afterwards: the version is known only once the
 * object is stored, and making the JSON anew for a few digits would cost as much again.
 *
 * @module
 */

import { Buffer } from "node:buffer";

const NEEDLE = '"resourceVersion":"';
const QUOTE = 0x22, NEWLINE = 0x0a;

const encoder = new TextEncoder();

/**
 * `json` with another resourceVersion, and a newline behind its end (see {@link withNewline}). In
 * canonical JSON only strings come before the version, and in those no quote stands bare: the first
 * place that looks like it is it.
 */
export function withRevision(json: Uint8Array, revision: number | string): Uint8Array {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const found = bytes.indexOf(NEEDLE, 0, "latin1");
  if (found < 0) throw new Error("the object's JSON has no resourceVersion");
  const start = found + NEEDLE.length;
  const end = bytes.indexOf(QUOTE, start);
  const digits = encoder.encode(String(revision));
  const length = json.length - (end - start) + digits.length;
  const spliced = new Uint8Array(length + 1);
  spliced.set(json.subarray(0, start));
  spliced.set(digits, start);
  spliced.set(json.subarray(end), start + digits.length);
  spliced[length] = NEWLINE;
  return spliced.subarray(0, length);
}

/** `json` with a newline behind it, as answers end; without a copy where one is there already. */
export function withNewline(json: Uint8Array): Uint8Array {
  const { buffer, byteOffset, byteLength } = json;
  const end = byteOffset + byteLength;
  if (buffer.byteLength > end) {
    const longer = new Uint8Array(buffer, byteOffset, byteLength + 1);
    if (longer[byteLength] === NEWLINE) return longer;
  }
  const copy = new Uint8Array(byteLength + 1);
  copy.set(json);
  copy[byteLength] = NEWLINE;
  return copy;
}

/** Whether two pieces of JSON are the same bytes. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
