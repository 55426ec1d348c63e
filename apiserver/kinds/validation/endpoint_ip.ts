/**
 * Addresses that something can be reached at from anywhere.
 *
 * @module
 */

import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import { type IpAddress, parseIpSloppy } from "../../../toolkit/validation/mod.ts";

/** Kinds of addresses that mean another thing on each node, and what is said of them. */
const SPECIAL: readonly (readonly [why: string, (address: IpAddress) => boolean])[] = [
  [
    "may not be in the loopback range (127.0.0.0/8, ::1/128)",
    ({ family, bytes }) => family === 4 ? bytes[0] === 127 : isOnly(bytes, 1),
  ],
  [
    "may not be in the link-local range (169.254.0.0/16, fe80::/10)",
    ({ family, bytes: [first = 0, second = 0] }) =>
      family === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80,
  ],
  [
    "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)",
    ({ family, bytes: [first = 0, second = 0, third = 0] }) =>
      family === 4
        ? first === 224 && second === 0 && third === 0
        : first === 0xff && (second & 0x0f) === 2,
  ],
];

/** Whether all bytes are zero but the last, which is `last`. */
function isOnly(bytes: readonly number[], last: number): boolean {
  return bytes.every((byte, index) => byte === (index === bytes.length - 1 ? last : 0));
}

/** Refuses addresses that are no place, or none at all. */
export function validateEndpointIp(errors: FieldError[], path: FieldPath, text: string): void {
  const address = parseIpSloppy(text);
  if (address === undefined) {
    errors.push(FieldError.invalid(path, text, "must be a valid IP address"));
    return;
  }
  if (isOnly(address.bytes, 0)) {
    errors.push(FieldError.invalid(path, text, `may not be unspecified (${text})`));
  }
  for (const [why, holds] of SPECIAL) {
    if (holds(address)) errors.push(FieldError.invalid(path, text, why));
  }
}
