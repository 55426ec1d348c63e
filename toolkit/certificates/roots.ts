/**
 * What is trusted: the certificates of one bundle, parsed once. A certificate in it is trusted as it
 * is, an authority's as well as a server's own.
 *
 * @module
 */

import { type Certificate, parseCertificate } from "./certificate.ts";
import { parsePem } from "./pem.ts";

/**
 * A set of trusted certificates. `has()` compares whole certificates, byte by byte;
 * `issuersOf()` goes by name alone, and the signature is still to be checked.
 */
export class Roots {
  readonly certificates: readonly Certificate[];
  readonly #bySubject: ReadonlyMap<string, readonly Certificate[]>;
  readonly #encoded: ReadonlySet<string>;

  constructor(certificates: readonly Certificate[]) {
    this.certificates = certificates;
    this.#bySubject = Map.groupBy(certificates, ({ subject }) => subject);
    this.#encoded = new Set(certificates.map(({ der }) => der.toHex()));
  }

  /** Whether this very certificate is trusted. */
  has({ der }: Certificate): boolean {
    return this.#encoded.has(der.toHex());
  }

  /** Those that may have issued a certificate. */
  issuersOf({ issuer }: Certificate): readonly Certificate[] {
    return this.#bySubject.get(issuer) ?? [];
  }
}

/** The roots of a bundle. Throws on anything that is no certificate. */
export function rootsOf(ders: readonly Uint8Array[]): Roots {
  return new Roots(ders.map(parseCertificate));
}

/**
 * The roots in a PEM text that somebody else wrote. As Go does, it passes over what can't be read;
 * throws where nothing can.
 */
export function rootsOfPem(text: string, what: string): Roots {
  const found: Certificate[] = [];
  for (const part of text.split(/(?=-----BEGIN )/)) {
    try {
      for (const { label, der } of parsePem(part)) {
        if (label === "CERTIFICATE") found.push(parseCertificate(der));
      }
    } catch {
      // Passed over.
    }
  }
  if (found.length === 0) throw new Error(`${what} holds no certificate that can be read`);
  return new Roots(found);
}
