/**
 * Certificates as they are compared.
 *
 * @module
 */

import { X509Certificate } from "node:crypto";
import { certificatesOfPem, parseCertificate } from "../../toolkit/certificates/mod.ts";

const MINUTE_MS = 60_000;
const USAGES_OF_KEY = "551d0f";

/** What a certificate says, but its key, its number and the moment in which it was made. */
export function certificateInShort(base64: string): object {
  const pem = atob(base64);
  const ders = certificatesOfPem(pem, "the certificate");
  const { subject, issuer } = new X509Certificate(pem);
  const [der] = ders;
  const parsed = parseCertificate(der!);
  const { version, basicConstraints, extendedKeyUsages, alternativeNames, notBefore, notAfter } =
    parsed;
  const hex = der!.toHex();
  const at = hex.indexOf(USAGES_OF_KEY);
  return {
    // Here the subject is the request's own; the reference puts organizations into one part of it.
    subject: subject.split(/\n| \+ /),
    ...{ version, issuer, basicConstraints, extendedKeyUsages, alternativeNames },
    count: ders.length,
    minutes: Math.round((notAfter.getTime() - notBefore.getTime()) / MINUTE_MS),
    // Whether it is critical, and its bits.
    keyUsages: at < 0 ? undefined : hex.slice(at, at + 26),
    unknownCritical: parsed.unknownCritical,
    hasKeyIdentifiers: ["551d0e", "551d23"].map((one) => hex.includes(one)),
  };
}
