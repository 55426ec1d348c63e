/**
 * IP addresses and ranges of them (CIDR).
 *
 * @module
 */

import {
  type IpAddress,
  IpRange,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseIp,
} from "../../validation/mod.ts";
import { exactly, scaled, sumOf, TEXT_FACTOR, walk } from "../cost.ts";
import { type CallCost, type CelLibrary, overload } from "../declarations.ts";
import { CelError } from "../source.ts";
import { opaque, typeOf } from "../type.ts";
import { OpaqueValue, sizeOf, TypeValue, type Value } from "../values.ts";
import { addressProblem } from "./address_problem.ts";
import { counted, quoted } from "./counted.ts";
import { overText } from "./text.ts";
import { TYPE_NAMES } from "./type_names.ts";

class Ip extends OpaqueValue {
  override readonly typeName = TYPE_NAMES.ip;

  constructor(readonly address: IpAddress) {
    super();
  }

  override get size(): number {
    return this.address.bytes.length;
  }

  override get spelling(): string {
    return `address ${this.address}`;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Ip && sameAddress(this.address, other.address);
  }
}

class Cidr extends OpaqueValue {
  override readonly typeName = TYPE_NAMES.cidr;

  constructor(readonly range: IpRange) {
    super();
  }

  /** The bytes that the prefix touches. */
  override get size(): number {
    return Math.ceil(this.range.bits / 8);
  }

  override get spelling(): string {
    return `range ${this.range.address}/${this.range.bits}`;
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Cidr && this.range.bits === other.range.bits &&
      sameAddress(this.range.address, other.range.address);
  }
}

function sameAddress(one: IpAddress, other: IpAddress): boolean {
  return one.bytes.length === other.bytes.length &&
    one.bytes.every((byte, index) => byte === other.bytes[index]);
}

const MAPPED = "IPv4-mapped IPv6 address";

function ip(text: string): Ip {
  const address = parseIp(text);
  if (address !== undefined) return new Ip(address);
  const why = addressProblem(text);
  if (why !== undefined) {
    throw new CelError(
      `IP Address ${quoted(text)} parse error during conversion from string: ${why}`,
    );
  }
  throw new CelError(
    text.includes("%")
      ? `IP address ${quoted(text)} with zone value is not allowed`
      : `${MAPPED} ${quoted(text)} is not allowed`,
  );
}

/** A range, or what is wrong with the text. */
function readRange(text: string): IpRange | string {
  const fail = (why: string) =>
    `network address parse error during conversion from string: netip.ParsePrefix(${
      quoted(text)
    }): ${why}`;
  const slash = text.lastIndexOf("/");
  if (slash < 0) return fail("no '/'");
  const [start, digits] = [text.slice(0, slash), text.slice(slash + 1)];
  const address = parseIp(start);
  if (address === undefined) {
    const why = addressProblem(start);
    if (why !== undefined) return fail(why);
    if (start.includes("%")) return fail("IPv6 zones cannot be present in a prefix");
  }
  if (!/^(0|[1-9]\d*)$/.test(digits)) return fail(`bad bits after slash: ${quoted(digits)}`);
  const bits = Number(digits);
  if (bits > (address?.bytes.length ?? 16) * 8) return fail("prefix length out of range");
  return address === undefined
    ? `${MAPPED} ${quoted(text)} is not allowed`
    : new IpRange(address, bits);
}

function cidr(text: string): Cidr {
  const range = readRange(text);
  if (typeof range !== "string") return new Cidr(range);
  throw new CelError(`network address parse error during conversion from string: ${range}`);
}

const contains = (outer: Cidr, { range }: Cidr) =>
  outer.range.bits <= range.bits && outer.range.contains(range.first);

/** A prefix is at most 16 bytes, and is compared as far as it goes: the target's size, twice. */
const bytesTwice = ([range]: readonly Value[]) => walk(sizeOf(range as Value), 2);
const TWO_ADDRESSES = scaled({ min: 8, max: 32 }, TEXT_FACTOR);
const ONE_ADDRESS = scaled({ min: 4, max: 16 }, TEXT_FACTOR);

/** The cost of a look into a range, and of reading the second argument where it is a text. */
function lookup(actual: (args: readonly Value[]) => number, base: typeof TWO_ADDRESSES) {
  const plain: CallCost = { actual, estimate: () => base };
  const read: CallCost = {
    actual: (args) => actual(args) + walk(sizeOf(args[1] as Value)),
    estimate: (sizes) => sumOf(base, scaled(sizes.size(1), TEXT_FACTOR)),
  };
  return { plain, read };
}

const ofIp = lookup(bytesTwice, TWO_ADDRESSES);
const ofCidr = lookup(
  (args) => bytesTwice(args) + walk(sizeOf(args[0] as Value)) + 1,
  sumOf(sumOf(TWO_ADDRESSES, ONE_ADDRESS), exactly(1)),
);

const readTwice: CallCost = {
  actual: ([text]) => walk(sizeOf(text as Value), 2),
  estimate: (sizes) => scaled(sizes.size(0), 2 * TEXT_FACTOR),
};

/** Numbers are read out of a text, and put together to the canonical one. */
const READ = { call: 100, unit: 0.5 };

const { ip: IP, cidr: CIDR } = TYPE_NAMES;
const constant = (name: string) => ({ type: typeOf(opaque(name)), value: new TypeValue(name) });

export const ADDRESS_LIBRARY: CelLibrary = {
  constants: { [IP]: constant(IP), [CIDR]: constant(CIDR) },
  overloads: [
    overload(`ip(string): ${IP}`, counted(READ, ip), overText),
    overload(
      "isIP(string): bool",
      counted(READ, (text: string) => parseIp(text) !== undefined),
      overText,
    ),
    overload(
      ":ip.isCanonical(string): bool",
      counted(READ, (text: string) => String(ip(text).address) === text),
      readTwice,
    ),
    overload(`${IP}.family(): int`, ({ address }: Ip) => BigInt(address.family)),
    overload(`${IP}.isUnspecified(): bool`, ({ address }: Ip) => isUnspecified(address)),
    overload(`${IP}.isLoopback(): bool`, ({ address }: Ip) => isLoopback(address)),
    overload(
      `${IP}.isLinkLocalMulticast(): bool`,
      ({ address }: Ip) => isLinkLocalMulticast(address),
    ),
    overload(`${IP}.isLinkLocalUnicast(): bool`, ({ address }: Ip) => isLinkLocalUnicast(address)),
    overload(`${IP}.isGlobalUnicast(): bool`, ({ address }: Ip) => isGlobalUnicast(address)),
    overload(`string(${IP}): string`, ({ address }: Ip) => String(address)),

    overload(`cidr(string): ${CIDR}`, counted(READ, cidr), overText),
    overload(
      "isCIDR(string): bool",
      counted(READ, (text: string) => typeof readRange(text) !== "string"),
      overText,
    ),
    overload(
      `${CIDR}.containsIP(string): bool`,
      counted(READ, ({ range }: Cidr, text: string) => {
        const address = parseIp(text);
        // Says no more than this of a text that is no address.
        if (address === undefined) throw new CelError("no such overload");
        return range.contains(address);
      }),
      ofIp.read,
    ),
    overload(
      `${CIDR}.containsIP(${IP}): bool`,
      ({ range }: Cidr, { address }: Ip) => range.contains(address),
      ofIp.plain,
    ),
    overload(
      `${CIDR}.containsCIDR(string): bool`,
      counted(READ, (outer: Cidr, text: string) => contains(outer, cidr(text))),
      ofCidr.read,
    ),
    overload(`${CIDR}.containsCIDR(${CIDR}): bool`, contains, ofCidr.plain),
    overload(`${CIDR}.ip(): ${IP}`, ({ range }: Cidr) => new Ip(range.address)),
    overload(`${CIDR}.prefixLength(): int`, ({ range }: Cidr) => BigInt(range.bits)),
    overload(
      `${CIDR}.masked(): ${CIDR}`,
      counted(READ, ({ range }: Cidr) => new Cidr(new IpRange(range.first, range.bits))),
    ),
    overload(
      `string(${CIDR}): string`,
      ({ range }: Cidr) => `${range.address}/${range.bits}`,
    ),
  ],
};
