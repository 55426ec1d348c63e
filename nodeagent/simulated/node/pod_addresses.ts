/**
 * The addresses of one node's pods.
 *
 * @module
 */

import { IpAddress, type IpRange } from "../../../toolkit/validation/mod.ts";

/** No node has more pods at once. */
const LIMIT = 65_534;

/** Gives out the addresses of a range, each to one pod at a time, and one that is given back as late as it can. */
export class PodAddresses {
  #range: IpRange;
  readonly #taken = new Set<string>();
  /** The place in the range that was given out last. */
  #last = 0;

  constructor(range: IpRange) {
    this.#range = range;
  }

  /** Where addresses come from, from now on. */
  set range(range: IpRange) {
    if (range.toString() === this.#range.toString()) return;
    this.#range = range;
    this.#last = 0;
  }

  /** An address that nobody has; undefined: all are given out. */
  take(): string | undefined {
    const { first: { bytes }, bits } = this.#range;
    // The first one names the range, and the last one of IPv4 is everybody's.
    const size = Math.min(2 ** Math.min(bytes.length * 8 - bits, 40) - 2, LIMIT);
    for (let tries = 0; tries < size; tries++) {
      this.#last = this.#last % size + 1;
      const text = nth(bytes, this.#last);
      if (this.reserve(text)) return text;
    }
    return undefined;
  }

  /** Takes one that a pod has; whether nobody had it before. */
  reserve(address: string): boolean {
    if (this.#taken.has(address)) return false;
    this.#taken.add(address);
    return true;
  }

  /** Nobody has it any more. */
  free(address: string): void {
    this.#taken.delete(address);
  }
}

/** The address that comes so many after another. */
function nth(first: readonly number[], count: number): string {
  const bytes = [...first];
  let carry = count;
  for (let at = bytes.length - 1; at >= 0 && carry > 0; at--) {
    carry += bytes[at]!;
    bytes[at] = carry & 255;
    carry >>>= 8;
  }
  return new IpAddress(bytes).toString();
}

/** The range of so many bits that comes so many after the first one of a range; undefined: it has no more. */
export function partOf(range: IpRange, bits: number, count: number): string | undefined {
  const { first: { bytes } } = range;
  if (bits < range.bits || count >= 2 ** Math.min(bits - range.bits, 52)) return undefined;
  const all = bytes.reduce((sum, byte) => sum << 8n | BigInt(byte), 0n) +
    (BigInt(count) << BigInt(bytes.length * 8 - bits));
  const moved = bytes.map((_, at) => Number(all >> BigInt((bytes.length - 1 - at) * 8) & 255n));
  return `${new IpAddress(moved)}/${bits}`;
}
