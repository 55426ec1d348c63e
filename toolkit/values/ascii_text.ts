/**
 * Short texts out of bytes. A `TextDecoder` takes a microsecond for any, and leaves a kilobyte of garbage.
 *
 * @module
 */

/** Longer texts are made faster by a decoder. */
const SHORT_BYTES = 256;

/** The text of some bytes that are ASCII; undefined where one of them is not, or where they are many. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (end - start > SHORT_BYTES) return undefined;
  for (let at = start; at < end; at++) if (bytes[at]! > 0x7f) return undefined;
  return String.fromCharCode.apply(undefined, bytes.subarray(start, end) as unknown as number[]);
}
