/**
 * Whether a client's certificates lead to an authority. The runtime checks chains in the handshake
 * as well, but against all authorities of a listener at once, and says "authorized" also of a
 * client that sent no certificate: who somebody is, is decided here, against one set of roots.
 *
 * The rules are those of Go's verifier, as the reference uses it.
 *
 * @module
 */

import { type Certificate, parseCertificate, USAGE } from "./certificate.ts";

/** Signatures that one verification may check: a bundle made to cost time ends here. */
export const MAX_SIGNATURE_CHECKS = 100;

/** Certificates that a client may send. */
export const MAX_CLIENT_CERTIFICATES = 16;

/** Why a certificate does not authenticate. */
export class ChainError extends Error {
  override name = "ChainError";
}

/** What is trusted: the certificates of one bundle, parsed once. */
export interface Roots {
  readonly certificates: readonly Certificate[];
}

/** Parses a bundle of authorities. */
export function rootsOf(ders: readonly Uint8Array[]): Roots {
  return { certificates: ders.map(parseCertificate) };
}

/**
 * The chain from the first of `sent` to one of `roots`, valid at `now` for client use, the
 * client's own certificate first. Throws a {@link ChainError} that says what is wrong.
 */
export function verifyClientChain(
  sent: readonly Uint8Array[],
  roots: Roots,
  now: Date,
): readonly Certificate[] {
  if (sent.length === 0) throw new ChainError("x509: no certificate was sent");
  if (sent.length > MAX_CLIENT_CERTIFICATES) {
    throw new ChainError(`x509: more than ${MAX_CLIENT_CERTIFICATES} certificates were sent`);
  }
  const [leaf, ...intermediates] = sent.map((der) => {
    try {
      return parseCertificate(der);
    } catch (error) {
      throw new ChainError("x509: malformed certificate", { cause: error });
    }
  }) as [Certificate, ...Certificate[]];
  // Go would take a version 1 leaf; without extensions it says nothing of what it is for.
  if (leaf.version < 3) throw new ChainError(`x509: certificate of version ${leaf.version}`);
  checkSelf(leaf, now);
  const search = new Search(intermediates, roots, now);
  const chain = search.from([leaf]);
  if (chain === undefined) {
    throw search.reason ?? new ChainError("x509: certificate signed by unknown authority");
  }
  return chain;
}

function checkSelf(certificate: Certificate, now: Date): void {
  const [unknown] = certificate.unknownCritical;
  if (unknown !== undefined) throw new ChainError(`x509: unhandled critical extension ${unknown}`);
  if (now < certificate.notBefore) {
    throw new ChainError(
      `x509: certificate has expired or is not yet valid: current time ${now.toISOString()} is before ${certificate.notBefore.toISOString()}`,
    );
  }
  if (now > certificate.notAfter) {
    throw new ChainError(
      `x509: certificate has expired or is not yet valid: current time ${now.toISOString()} is after ${certificate.notAfter.toISOString()}`,
    );
  }
}

function isSame(a: Certificate, b: Certificate): boolean {
  return a.der.length === b.der.length && a.der.every((byte, at) => byte === b.der[at]);
}

class Search {
  readonly #intermediates: readonly Certificate[];
  readonly #roots: readonly Certificate[];
  readonly #now: Date;
  #checks = 0;
  /** Why the last candidate was not it. */
  reason: ChainError | undefined;

  constructor(intermediates: readonly Certificate[], roots: Roots, now: Date) {
    this.#intermediates = intermediates;
    this.#roots = roots.certificates;
    this.#now = now;
  }

  /** The whole chain that goes on from `chain`, whose last certificate's issuer is wanted. */
  from(chain: readonly Certificate[]): readonly Certificate[] | undefined {
    const child = chain.at(-1)!;
    // A certificate that is itself trusted needs no issuer.
    if (chain.length === 1 && this.#roots.some((root) => isSame(root, child))) {
      return this.#fits(chain) ? chain : undefined;
    }
    for (const root of this.#roots) {
      if (this.#issued(root, chain, "root") && this.#fits([...chain, root])) {
        return [...chain, root];
      }
    }
    for (const parent of this.#intermediates) {
      if (chain.some((one) => isSame(one, parent))) continue;
      if (!this.#issued(parent, chain, "intermediate")) continue;
      const found = this.from([...chain, parent]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #issued(
    parent: Certificate,
    chain: readonly Certificate[],
    as: "root" | "intermediate",
  ): boolean {
    const child = chain.at(-1)!;
    if (child.issuer !== parent.subject) return false;
    if (++this.#checks > MAX_SIGNATURE_CHECKS) {
      throw new ChainError("x509: signature check attempts limit reached while verifying chain");
    }
    try {
      checkSelf(parent, this.#now);
      checkParent(parent, chain, as);
      if (child.signatureHash === "MD5" || child.signatureHash === "SHA-1") {
        throw new ChainError(`x509: cannot verify signature: insecure ${child.signatureHash}`);
      }
      checkKey(parent);
      if (!child.node.verify(parent.node.publicKey)) {
        throw new ChainError("x509: certificate signed by unknown authority: signature mismatch");
      }
      return true;
    } catch (error) {
      this.reason = error instanceof ChainError
        ? error
        : new ChainError("x509: cannot verify signature", { cause: error });
      return false;
    }
  }

  /** Whether every certificate of the chain allows client use. */
  #fits(chain: readonly Certificate[]): boolean {
    const fits = chain.every(({ extendedKeyUsages: usages }) =>
      usages === undefined || usages.includes(USAGE.client) || usages.includes(USAGE.any)
    );
    if (!fits) {
      this.reason = new ChainError("x509: certificate specifies an incompatible key usage");
    }
    return fits;
  }
}

/** Bits of an RSA key under which its signatures can be forged. */
const MIN_RSA_BITS = 1024;

function checkKey({ node }: Certificate): void {
  const { modulusLength } = node.publicKey.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS) {
    throw new ChainError(`x509: RSA key of ${modulusLength} bits is insecure`);
  }
}

function checkParent(
  parent: Certificate,
  chain: readonly Certificate[],
  as: "root" | "intermediate",
): void {
  const { basicConstraints: constraints } = parent;
  // An old root without extensions may sign; whatever is sent along must say that it may.
  const mayLack = as === "root" && parent.version < 3;
  if (constraints === undefined ? !mayLack : !constraints.authority) {
    throw new ChainError("x509: certificate is not authorized to sign other certificates");
  }
  // Which names are allowed is not worked out here: a name that may not be is taken for one that
  // must not. The constraints speak of alternative names alone, which most clients have none of.
  if (parent.constrainsNames && hasAlternativeNames(chain[0]!)) {
    throw new ChainError("x509: name constraints of the authority are not supported");
  }
  if (!parent.maySignCertificates) {
    throw new ChainError("x509: certificate's key usage does not allow signing certificates");
  }
  const below = chain.length - 1;
  if (constraints?.pathLength !== undefined && below > constraints.pathLength) {
    throw new ChainError("x509: too many intermediates for path length constraint");
  }
}

function hasAlternativeNames({ alternativeNames }: Certificate): boolean {
  return Object.values(alternativeNames).some((names: readonly string[]) => names.length > 0);
}
