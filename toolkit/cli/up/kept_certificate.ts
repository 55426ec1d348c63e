/**
 * Whether a certificate of an earlier start still does.
 *
 * @module
 */

import { createPrivateKey } from "node:crypto";
import { isIP } from "node:net";
import {
  addressText,
  type Certificate,
  type CertificateOptions,
  certificatesOfPem,
  type Issuer,
  type KeyPair,
  parseCertificate,
} from "../../certificates/mod.ts";

/** A certificate that ends sooner is made anew: a cluster may run for weeks. */
const RENEW_BEFORE_MS = 30 * 24 * 60 * 60 * 1000;

/** Why the pair does not do for what is wanted of it; undefined when it does. */
export function whyRenew(
  pair: KeyPair,
  wanted: CertificateOptions,
  issuer: Issuer,
): string | undefined {
  let certificate: Certificate;
  try {
    certificate = parseCertificate(certificatesOfPem(pair.certificate, "it")[0]!);
    if (!certificate.node.checkPrivateKey(createPrivateKey(pair.key))) return "has another key";
  } catch {
    return "was damaged";
  }
  const authority = parseCertificate(certificatesOfPem(issuer.certificate, "its authority")[0]!);
  if (
    certificate.issuer !== authority.subject || !certificate.node.verify(authority.node.publicKey)
  ) return "was of another authority";
  const { organizations = [], hosts = [], usages = [], now } = wanted;
  if (
    certificate.commonName !== wanted.commonName ||
    certificate.organizations.join("\n") !== organizations.join("\n")
  ) return "was for another name";
  if (usages.some((usage) => certificate.extendedKeyUsages?.includes(usage) === false)) {
    return "was for another use";
  }
  if (certificate.notBefore > now) return "was not valid yet";
  if (certificate.notAfter.getTime() - now.getTime() < RENEW_BEFORE_MS) {
    return `${certificate.notAfter < now ? "expired" : "expires"} on ${
      certificate.notAfter.toISOString().slice(0, 10)
    }`;
  }
  const { dns, ip } = certificate.alternativeNames;
  const known = new Set([...dns, ...ip.map(addressText)].map(canonicalHost));
  const lacking = hosts.filter((host) => !known.has(canonicalHost(host)));
  return lacking.length === 0 ? undefined : `lacked ${lacking.join(", ")}`;
}

/** Addresses of the sixth version have several spellings. */
function canonicalHost(host: string): string {
  return isIP(host) === 6 ? new URL(`http://[${host}]`).hostname : host.toLowerCase();
}
