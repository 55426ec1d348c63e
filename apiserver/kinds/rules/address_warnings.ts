/**
 * What people are told of addresses and ranges that are not written as they should be.
 *
 * @module
 */

import type { FieldPath } from "../../../toolkit/errors/mod.ts";
import {
  checkCidr,
  checkIp,
  checkLegacyCidr,
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
      ? `${path}: non-standard IP address ${was} will be considered invalid in a future release: use ${is}`
      : `${path}: IPv6 address ${was} should be in RFC 5952 canonical format (${is})`,
  );
}

/** Warns of a range that is not in its canonical form. */
export function warnOfCidr(warnings: string[], path: FieldPath, text: string): void {
  const range = parseCidrSloppy(text);
  if (range === undefined || checkCidr(text).length === 0) return;
  const [was, is] = [quoteText(text), quoteText(String(range))];
  warnings.push(
    checkLegacyCidr(text).length > 0
      ? `${path}: non-standard CIDR value ${was} will be considered invalid in a future release: use ${is}`
      : `${path}: IPv6 CIDR value ${was} should be in RFC 5952 canonical format (${is})`,
  );
}
