/**
 * The addresses of one IP range, as services may have them.
 *
 * @module
 */

import { IpAddress, type IpRange, parseCidrSloppy } from "../../toolkit/validation/mod.ts";
import type { Numbered } from "./pick.ts";

/** The families of addresses, as services name them. */
export type Family = "IPv4" | "IPv6";

/** The family of an address or a range, as it is written. */
export function familyOf(text: string): Family {
  return text.includes(":") ? "IPv6" : "IPv4";
}

/** The family that an address is not of. */
export function otherFamily(family: Family): Family {
  return family === "IPv4" ? "IPv6" : "IPv4";
}

/** More addresses than that no range hands out: numbers are exact up to here. */
const MAX_SIZE = Number.MAX_SAFE_INTEGER;

/** Ranges of this family with fewer fixed bits are not used. */
const LEAST_BITS_V6 = 64;

/** Of every so many addresses one is kept for those who ask for it, within bounds. */
const BAND_STEP = 16;
const [BAND_MIN, BAND_MAX] = [16, 256];

/**
 * One IP range, whose usable addresses are numbered from 0. The network address is never handed
 * out, nor the broadcast address of an IPv4 range. Immutable; {@link AddressRange.parse} makes one.
 */
export class AddressRange implements Numbered {
  readonly family: Family;
  readonly size: number;
  readonly band: number;
  readonly #range: IpRange;

  private constructor(range: IpRange) {
    this.#range = range;
    this.family = range.first.family === 4 ? "IPv4" : "IPv6";
    const all = 2 ** (range.first.bytes.length * 8 - range.bits);
    this.size = Math.max(0, Math.min(MAX_SIZE, all - (this.family === "IPv4" ? 2 : 1)));
    const band = all <= BAND_MIN
      ? 0
      : Math.max(BAND_MIN, Math.min(BAND_MAX, Math.floor(all / BAND_STEP)));
    this.band = Math.min(band, this.size);
  }

  /** Reads a range; undefined for what is none, or one that is too large. */
  static parse(text: string): AddressRange | undefined {
    const range = parseCidrSloppy(text);
    if (range === undefined) return undefined;
    if (range.first.family === 6 && range.bits < LEAST_BITS_V6) return undefined;
    return new AddressRange(range);
  }

  /** The address of a number from 0 to below {@link size}, in canonical form. */
  at(number: number): string {
    const bytes = [...this.#range.first.bytes];
    let rest = number + 1;
    for (let index = bytes.length - 1; rest > 0; index--) {
      rest += bytes[index]!;
      bytes[index] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    return String(new IpAddress(bytes));
  }

  /** Whether an address lies inside, be it one that a service can have or not. */
  contains(address: IpAddress): boolean {
    return this.#range.contains(address);
  }

  /** Whether a service can have an address that lies inside. */
  canBeHad(address: IpAddress): boolean {
    const { first, bits } = this.#range;
    const own = bits >> 3;
    /** What an address adds to the range's own, its bytes compared with one value. */
    const isAll = (value: (index: number) => number) =>
      address.bytes.every((byte, index) => index < own || byte === value(index));
    if (isAll((index) => first.bytes[index]!)) return false;
    if (this.family === "IPv6") return true;
    const hostBits = (index: number) => index > own ? 0xff : 0xff >> (bits & 7);
    return !isAll((index) => first.bytes[index]! | hostBits(index));
  }

  /** The canonical form. */
  toString(): string {
    return String(this.#range);
  }
}
