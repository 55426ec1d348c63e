/**
 * IP addresses and ranges (CIDR), read as strictly as a field demands: new fields take the canonical
 * form only, old ones what the reference has always taken.
 *
 * @module
 */

import ipaddr from "../deps/ipaddr.ts";
import { quoteText } from "../values/quote.ts";
import { type Messages, VALID } from "./messages.ts";

/** An address. Printing it gives the canonical form; an IPv4 address inside IPv6 prints as IPv4. */
export class IpAddress {
  /** 4 or 6, as it is printed. */
  readonly family: 4 | 6;
  /** 4 bytes, or 16. */
  readonly bytes: readonly number[];
  readonly #text: string;
  /** Was written as `::ffff:1.2.3.4`, which programs take for either family. */
  readonly isMapped: boolean;

  constructor(bytes: readonly number[]) {
    this.isMapped = bytes.length === 16 && MAPPED.every((byte, index) => bytes[index] === byte);
    this.bytes = this.isMapped ? bytes.slice(12) : bytes;
    this.family = this.bytes.length === 4 ? 4 : 6;
    const address = ipaddr.fromByteArray([...this.bytes]);
    this.#text = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString();
  }

  /** The canonical form. */
  toString(): string {
    return this.#text;
  }
}

const MAPPED: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];

/** No address is longer, zeros before its numbers aside. */
const LIMIT_CHARS = 256;

/** Reads an address, with zeros before the numbers allowed; undefined when it is none. */
export function parseIpSloppy(text: string): IpAddress | undefined {
  if (text.length > LIMIT_CHARS) return undefined;
  const bytes = text.includes(":") ? bytesOfIPv6(text) : bytesOfIPv4(text);
  return bytes && new IpAddress(bytes);
}

/** Reads an address in any correct form; undefined when it is none, or is ambiguous. */
export function parseIp(text: string): IpAddress | undefined {
  const address = parseIpSloppy(text);
  return address === undefined || address.isMapped || hasLeadingZeros(text) ? undefined : address;
}

function bytesOfIPv4(text: string): number[] | undefined {
  const match = /^0*(\d{1,3})\.0*(\d{1,3})\.0*(\d{1,3})\.0*(\d{1,3})$/.exec(text);
  const bytes = match?.slice(1).map(Number);
  return bytes?.every((byte) => byte <= 255) ? bytes : undefined;
}

function bytesOfIPv6(text: string): number[] | undefined {
  // The package takes zones and what else; only this alphabet reaches it.
  if (!/^[0-9A-Fa-f:]+(?:\.[0-9.]*)?$/.test(text)) return undefined;
  const dotted = dottedTailOf(text);
  const tail = dotted === undefined ? undefined : bytesOfIPv4(dotted);
  if (dotted !== undefined && tail === undefined) return undefined;
  const head = text.slice(0, text.length - (dotted?.length ?? 0));
  const groups = tail === undefined
    ? ""
    : `${hexPair(tail[0], tail[1])}:${hexPair(tail[2], tail[3])}`;
  return groupsOf(head + groups);
}

function hexPair(high = 0, low = 0): string {
  return (high * 256 + low).toString(16);
}

/** The bytes of an address that is hexadecimal throughout. */
function groupsOf(text: string): number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [before, after] = halves.map((half) => half === "" ? [] : half.split(":"));
  const given = [...before ?? [], ...after ?? []];
  if (!given.every((group) => /^0*[0-9A-Fa-f]{1,4}$/.test(group))) return undefined;
  const missing = 8 - given.length;
  if (after === undefined ? missing !== 0 : missing < 1) return undefined;
  const all = [...before ?? [], ...Array<string>(missing).fill("0"), ...after ?? []];
  return all.flatMap((group) => {
    const number = parseInt(group, 16);
    return [number >> 8, number & 0xff];
  });
}

/** What stands behind the last colon, if there are dots in it. */
function dottedTailOf(text: string): string | undefined {
  const tail = text.slice(text.lastIndexOf(":") + 1);
  return tail.includes(".") ? tail : undefined;
}

function hasLeadingZeros(address: string): boolean {
  const dotted = dottedTailOf(address);
  if (dotted !== undefined && /(?:^|\.)0\d/.test(dotted)) return true;
  return /[0-9A-Fa-f]{5}/.test(address);
}

/** A range of addresses. */
export class IpRange {
  /** The address that was written, whose last bits may be set. */
  readonly address: IpAddress;
  /** The first address of the range. */
  readonly first: IpAddress;
  /** How many leading bits all addresses share. */
  readonly bits: number;

  constructor(address: IpAddress, bits: number) {
    this.address = address;
    this.bits = bits;
    this.first = new IpAddress(
      address.bytes.map((byte, index) => byte & maskOf(Math.min(8, Math.max(0, bits - index * 8)))),
    );
  }

  /** Whether the address lies inside. An address of the other family does not. */
  contains(address: IpAddress): boolean {
    return address.bytes.length === this.first.bytes.length &&
      this.first.bytes.every((byte, index) => {
        const mask = maskOf(Math.min(8, Math.max(0, this.bits - index * 8)));
        return ((address.bytes[index] ?? 0) & mask) === byte;
      });
  }

  /** The canonical form. */
  toString(): string {
    return `${this.first}/${this.bits}`;
  }
}

/** A byte whose `bits` high bits are set. */
function maskOf(bits: number): number {
  return (0xff00 >> bits) & 0xff;
}

/** Reads a range, with zeros before the numbers allowed; undefined when it is none. */
export function parseCidrSloppy(text: string): IpRange | undefined {
  const slash = text.indexOf("/");
  if (slash < 0) return undefined;
  const address = parseIpSloppy(text.slice(0, slash));
  const digits = /^0*(\d{1,3})$/.exec(text.slice(slash + 1))?.[1];
  if (address === undefined || digits === undefined || text.length > LIMIT_CHARS) return undefined;
  const bits = Number(digits);
  if (!address.isMapped) {
    return bits <= address.bytes.length * 8 ? new IpRange(address, bits) : undefined;
  }
  // The length counts the bits of the IPv6 form, all of whose first 96 are given.
  return bits <= 128 ? new IpRange(address, Math.max(0, bits - 96)) : undefined;
}

/** Reads a range in any correct form; undefined when it is none, or is ambiguous. */
export function parseCidr(text: string): IpRange | undefined {
  return checkLegacyCidr(text).length === 0 ? parseCidrSloppy(text) : undefined;
}

const NO_IP: Messages = ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
const NO_CIDR: Messages = ["must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"];

/** An address in a field that is older than the strict rules: not ambiguous, in any form. */
export function checkLegacyIp(text: string): Messages {
  const address = parseIpSloppy(text);
  if (address === undefined) return NO_IP;
  if (hasLeadingZeros(text)) return ["must not have leading 0s"];
  return address.isMapped ? ["must not be an IPv4-mapped IPv6 address"] : VALID;
}

/** An address in its canonical form. */
export function checkIp(text: string): Messages {
  const wrong = checkLegacyIp(text);
  if (wrong.length > 0) return wrong;
  const canonical = String(parseIpSloppy(text));
  return text === canonical ? VALID : [`must be in canonical form (${quoteText(canonical)})`];
}

/** A range in a field that is older than the strict rules: not ambiguous, in any form. */
export function checkLegacyCidr(text: string): Messages {
  const range = parseCidrSloppy(text);
  if (range === undefined) return NO_CIDR;
  const [address = "", bits = ""] = text.split("/");
  if (hasLeadingZeros(address) || /^0\d/.test(bits)) {
    return ["must not have leading 0s in IP or prefix length"];
  }
  if (range.address.isMapped) return ["must not have an IPv4-mapped IPv6 address"];
  return String(range.address) === String(range.first)
    ? VALID
    : ["must not have bits set beyond the prefix length"];
}

/** A range in its canonical form. */
export function checkCidr(text: string): Messages {
  const wrong = checkLegacyCidr(text);
  if (wrong.length > 0) return wrong;
  const canonical = String(parseCidrSloppy(text));
  return text === canonical ? VALID : [`must be in canonical form (${quoteText(canonical)})`];
}
