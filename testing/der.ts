/**
 * DER, byte by byte: also what no library would write.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** An element of DER: bytes with a tag in front of them. */
export function der(
  tag: number,
  ...contents: readonly (Uint8Array | readonly number[])[]
): Uint8Array {
  const bytes = Buffer.concat(contents.map((one) => Uint8Array.from(one)));
  const { length } = bytes;
  const size = length < 0x80
    ? [length]
    : length < 0x100
    ? [0x81, length]
    : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.from([tag, ...size]), bytes]);
}
