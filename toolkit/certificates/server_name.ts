/**
 * Whether a certificate is for a server's name: by its alternative names alone, never by its common
 * name. The rules are those of Go's verifier.
 *
 * @module
 */

import { isIP } from "node:net";
import type { Certificate } from "./certificate.ts";

/** Names that an error lists. */
const MOST_SHOWN = 100;

/** Why `certificate` is not for `name`, a host name or an address; undefined where it is. */
export function serverNameProblem(certificate: Certificate, name: string): string | undefined {
  const { alternativeNames: { dns, ip }, commonName } = certificate;
  const bare = name.replace(/^\[(.+)\]$/, "$1");
  const address = addressOf(bare);
  if (address !== undefined) {
    if (ip.some((one) => isSameAddress(one, address))) return undefined;
  } else if (dns.some((pattern) => isNameOf(pattern, name))) {
    return undefined;
  }
  if (!certificate.hasAlternativeNames && address === undefined && isNameOf(commonName, name)) {
    return "x509: certificate relies on legacy Common Name field, use SANs instead";
  }
  if (address !== undefined && ip.length === 0) {
    return `x509: cannot validate certificate for ${bare} because it doesn't contain any IP SANs`;
  }
  const names = address === undefined ? dns : ip.map(addressText);
  if (names.length === 0) {
    return `x509: certificate is not valid for any names, but wanted to match ${bare}`;
  }
  if (names.length >= MOST_SHOWN) {
    const what = address === undefined ? "names" : "IP SANs";
    return `x509: certificate is valid for ${names.length} ${what}, but none matched ${bare}`;
  }
  return `x509: certificate is valid for ${names.join(", ")}, not ${bare}`;
}

/** The bytes of an address, 4 or 16; undefined for what is none. */
function addressOf(text: string): Uint8Array | undefined {
  const version = isIP(text);
  if (version === 4) return Uint8Array.from(text.split("."), Number);
  // With a zone it is no address that a certificate could name.
  if (version !== 6 || text.includes("%")) return undefined;
  const { hostname } = new URL(`http://[${text}]`);
  const [head = "", tail] = hostname.slice(1, -1).split("::", 2);
  const groups = (part: string) => part === "" ? [] : part.split(":");
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const all = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return Uint8Array.from(all.flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  }));
}

/** Addresses of IPv4 that are written as ones of IPv6 are themselves. */
function isSameAddress(a: Uint8Array, b: Uint8Array): boolean {
  const [one, other] = [shortened(a), shortened(b)];
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

function shortened(address: Uint8Array): Uint8Array {
  const isMapped = address.length === 16 && address[10] === 0xff && address[11] === 0xff &&
    address.subarray(0, 10).every((byte) => byte === 0);
  return isMapped ? address.subarray(12) : address;
}

/** An address as people write it. */
export function addressText(address: Uint8Array): string {
  const bytes = shortened(address);
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => bytes.subarray(at * 2, at * 2 + 2).toHex());
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

function isNameOf(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), name.toLowerCase()];
  if (wanted === "" || wanted === "." || given === "" || given === ".") return false;
  const host = given.replace(/\.$/, "");
  // What is no name of DNS is compared as it stands, without wildcards.
  if (!isHostName(host) || !isHostName(wanted.replace(/^\*\./, ""))) return wanted === given;
  const [labels, parts] = [host.split("."), wanted.split(".")];
  return labels.length === parts.length &&
    parts.every((part, at) => (at === 0 && part === "*") || part === labels[at]);
}

function isHostName(text: string): boolean {
  return /^[a-z0-9_][a-z0-9_-]*(?:\.[a-z0-9_][a-z0-9_-]*)*$/.test(text);
}
