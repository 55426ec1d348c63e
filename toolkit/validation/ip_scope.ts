/**
 * How far addresses reach.
 *
 * @module
 */

import type { IpAddress } from "./ip.ts";

function startsWith({ bytes }: IpAddress, ...start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** The address that stands for none. */
export function isUnspecified({ bytes }: IpAddress): boolean {
  return bytes.every((byte) => byte === 0);
}

/** An address of the machine itself. */
export function isLoopback(address: IpAddress): boolean {
  if (address.family === 4) return startsWith(address, 127);
  return address.bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

/** An address of a group. */
function isMulticast({ family, bytes: [first = 0] }: IpAddress): boolean {
  return family === 4 ? (first & 0xf0) === 0xe0 : first === 0xff;
}

/** An address of a group on the same link. */
export function isLinkLocalMulticast(address: IpAddress): boolean {
  if (address.family === 4) return startsWith(address, 224, 0, 0);
  return isMulticast(address) && ((address.bytes[1] ?? 0) & 0x0f) === 2;
}

/** An address that counts on one link only. */
export function isLinkLocalUnicast(address: IpAddress): boolean {
  if (address.family === 4) return startsWith(address, 169, 254);
  return startsWith(address, 0xfe) && ((address.bytes[1] ?? 0) & 0xc0) === 0x80;
}

/** An address of one peer that counts beyond the machine and its links; private ones are among them. */
export function isGlobalUnicast(address: IpAddress): boolean {
  const isBroadcast = address.family === 4 && address.bytes.every((byte) => byte === 255);
  return !isBroadcast && !isUnspecified(address) && !isLoopback(address) &&
    !isMulticast(address) && !isLinkLocalUnicast(address);
}
