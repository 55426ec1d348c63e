/**
 * What people are told of addresses and ranges that are not written as they should be.
 *
 * @module
 */

import { FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  checkCidr,
  checkIp,
  checkLegacyIp,
  parseCidrSloppy,
  parseIpSloppy,
} from "../../../toolkit/validation/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";

/** Warns of an address that is not in its canonical form. */
export function warnOfIp(warnings: string[], path: FieldPath, text: string): void {
  const ip = parseIpSloppy(text);
  if (ip === undefined || checkIp(text).length === 0) return;
  const [was, is] = [quoteText(text), quoteText(String(ip))];
  warnings.push(
    checkLegacyIp(text).length > 0
      ? `${path}: non-standard IP address ${was} is invalid: use ${is}`
      : `${path}: IPv6 address ${was} should be in RFC 5952 canonical format (${is})`,
  );
}

const ADDRESSES = FieldPath.of("status", "loadBalancer", "ingress");

/** What whoever writes the addresses of a balancer is told of those in another form. */
export function balancerWarnings(addresses: readonly { readonly ip?: string }[]): string[] {
  const warnings: string[] = [];
  for (const [index, { ip }] of addresses.entries()) {
    if (ip) warnOfIp(warnings, ADDRESSES.index(index), ip);
  }
  return warnings;
}

/** Warns of a range that is not in its canonical form. */
export function warnOfCidr(warnings: string[], path: FieldPath, text: string): void {
  const range = parseCidrSloppy(text);
  if (range === undefined || checkCidr(text).length === 0) return;
  const [was, is] = [quoteText(text), quoteText(String(range))];
  const { address, first } = range;
  const hasHost = String(address) !== String(first);
  if (hasHost) {
    const alone = quoteText(`${address}/${address.bytes.length * 8}`);
    warnings.push(
      `${path}: CIDR value ${was} is ambiguous in this context (should be ${is} or ${alone}?)`,
    );
  }
  const [written = "", bits = ""] = text.split("/");
  if (checkLegacyIp(written).length > 0 || /^0\d/.test(bits)) {
    warnings.push(`${path}: non-standard CIDR value ${was} is invalid: use ${is}`);
  } else if (!hasHost && address.family === 6) {
    warnings.push(
      `${path}: IPv6 CIDR value ${was} should be in RFC 5952 canonical format (${is})`,
    );
  }
}
