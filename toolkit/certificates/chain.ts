/**
 * Whether the certificates that somebody sent lead to one that is trusted. The runtime checks chains
 * in the handshake as well, but refuses what is trusted without being an authority's, knows one set
 * of authorities a listener, and says "authorized" also of a client that sent no certificate: who
 * somebody is, is decided here, against one set of roots.
 *
 * The rules are those of Go's verifier, as the reference uses it.
 *
 * @module
 */

import { type Certificate, parseCertificate, USAGE } from "./certificate.ts";
import { constraintProblem, MAX_CONSTRAINT_COMPARISONS } from "./name_constraints.ts";
import type { Roots } from "./roots.ts";
import { serverNameProblem } from "./server_name.ts";

/** Signatures that one verification may check: a bundle made to cost time ends here. */
export const MAX_SIGNATURE_CHECKS = 100;

/** Certificates that a client or a server may send. */
export const MAX_SENT_CERTIFICATES = 16;

/** Why a certificate does not authenticate. */
export class ChainError extends Error {
  override name = "ChainError";
}

/** A chain: the certificate of whoever sent it first, one that is trusted last. */
export type Chain = readonly [Certificate, ...Certificate[]];

/**
 * The chain from the first of `sent` to one of `roots`, valid at `now` for client use. Throws a
 * {@link ChainError} that says what is wrong.
 */
export function verifyClientChain(sent: readonly Uint8Array[], roots: Roots, now: Date): Chain {
  return verifyChain(sent, roots, now, USAGE.client, () => undefined);
}

/**
 * The chain from the first of `sent` to one of `roots`, valid at `now` for a server of that name.
 * Throws a {@link ChainError} that says what is wrong.
 */
export function verifyServerChain(
  sent: readonly Uint8Array[],
  roots: Roots,
  now: Date,
  serverName: string,
): Chain {
  return verifyChain(sent, roots, now, USAGE.server, (leaf) => serverNameProblem(leaf, serverName));
}

function verifyChain(
  sent: readonly Uint8Array[],
  roots: Roots,
  now: Date,
  usage: string,
  problemOfLeaf: (leaf: Certificate) => string | undefined,
): Chain {
  const [leaf, ...intermediates] = parseSent(sent);
  // Go would take a version 1 leaf; without extensions it says nothing of what it is for, and the
  // runtime does not make such a server prove that it has the key.
  if (leaf.version < 3) throw new ChainError(`x509: certificate of version ${leaf.version}`);
  const problem = selfProblem(leaf, now) ?? problemOfLeaf(leaf);
  if (problem !== undefined) throw new ChainError(problem);
  const search = new Search(intermediates, roots, now, usage);
  const chain = search.from([leaf]);
  if (chain === undefined) throw new ChainError(search.reason);
  return chain;
}

function parseSent(sent: readonly Uint8Array[]): Chain {
  if (sent.length > MAX_SENT_CERTIFICATES) {
    throw new ChainError(`x509: more than ${MAX_SENT_CERTIFICATES} certificates were sent`);
  }
  const [leaf, ...others] = sent.map((der) => {
    try {
      return parseCertificate(der);
    } catch (error) {
      throw new ChainError("x509: malformed certificate", { cause: error });
    }
  });
  if (leaf === undefined) throw new ChainError("x509: no certificate was sent");
  return [leaf, ...others];
}

/** Why a certificate is no good at `now`, whatever it is for. */
function selfProblem(certificate: Certificate, now: Date): string | undefined {
  const { notBefore, notAfter, unknownCritical: [unknown] } = certificate;
  if (unknown !== undefined) return `x509: unhandled critical extension ${unknown}`;
  const expired = "x509: certificate has expired or is not yet valid: current time";
  if (now < notBefore) return `${expired} ${timeText(now)} is before ${timeText(notBefore)}`;
  if (now > notAfter) return `${expired} ${timeText(now)} is after ${timeText(notAfter)}`;
  return undefined;
}

const timeText = (time: Date) => time.toISOString().replace(/\.\d+Z$/, "Z");

/** What one verification tries, and why nothing fitted. */
class Search {
  readonly #intermediates: readonly Certificate[];
  readonly #roots: Roots;
  readonly #now: Date;
  readonly #usage: string;
  #checks = 0;
  #comparisons = 0;
  /** Why the first candidate for an issuer was not it. */
  #hint: string | undefined;
  /** Why a whole chain did not fit. */
  #unfit: string | undefined;

  constructor(intermediates: readonly Certificate[], roots: Roots, now: Date, usage: string) {
    this.#intermediates = intermediates;
    this.#roots = roots;
    this.#now = now;
    this.#usage = usage;
  }

  /** Why there is no chain. */
  get reason(): string {
    if (this.#unfit !== undefined) return this.#unfit;
    const hint = this.#hint === undefined ? "" : ` (possibly because of ${this.#hint})`;
    return `x509: certificate signed by unknown authority${hint}`;
  }

  /** The whole chain that goes on from `chain`, whose last certificate's issuer is wanted. */
  from(chain: Chain): Chain | undefined {
    const child = chain.at(-1) ?? chain[0];
    // A certificate that is itself trusted needs no issuer.
    if (chain.length === 1 && this.#roots.has(child)) {
      return this.#fits(chain) ? chain : undefined;
    }
    for (const root of this.#roots.issuersOf(child)) {
      if (!this.#issued(root, chain, "root")) continue;
      const whole: Chain = [...chain, root];
      if (this.#fits(whole)) return whole;
    }
    for (const parent of this.#intermediates) {
      if (parent.subject !== child.issuer || !this.#issued(parent, chain, "intermediate")) continue;
      const found = this.from([...chain, parent]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Whether `parent` is of use above `chain`, whose last certificate names it as its issuer. */
  #issued(parent: Certificate, chain: Chain, as: "root" | "intermediate"): boolean {
    if (++this.#checks > MAX_SIGNATURE_CHECKS) {
      throw new ChainError("x509: signature check attempts limit reached while verifying chain");
    }
    if (chain.some((one) => isSameHolder(one, parent))) return false;
    const child = chain.at(-1) ?? chain[0];
    const problem = signatureProblem(child, parent, as) ?? selfProblem(parent, this.#now) ??
      pathProblem(parent, chain);
    if (problem === undefined) return true;
    const { commonName, organizations: [organization], serialNumber } = parent;
    const who = JSON.stringify(commonName || organization || `serial:${serialNumber}`);
    this.#hint ??= `${
      JSON.stringify(problem)
    } while trying to verify candidate authority certificate ${who}`;
    return false;
  }

  /** Whether a whole chain allows the use, and the names in it. */
  #fits(chain: Chain): boolean {
    const fits = chain.every(({ extendedKeyUsages: usages }) =>
      usages === undefined || usages.includes(this.#usage) || usages.includes(USAGE.any)
    );
    const problem = fits
      ? this.#constraintProblem(chain)
      : "x509: certificate specifies an incompatible key usage";
    this.#unfit ??= problem;
    return problem === undefined;
  }

  #constraintProblem(chain: Chain): string | undefined {
    for (const [at, { nameConstraints }] of chain.entries()) {
      if (nameConstraints === undefined) continue;
      for (const below of chain.slice(0, at)) {
        const problem = constraintProblem(below.alternativeNames, nameConstraints, (count) => {
          this.#comparisons += count;
          if (this.#comparisons > MAX_CONSTRAINT_COMPARISONS) {
            throw new ChainError("x509: too many name constraints to check");
          }
        });
        if (problem === undefined) continue;
        return "x509: a root or intermediate certificate is not authorized to sign for this name: " +
          problem;
      }
    }
    return undefined;
  }
}

/** Whether two certificates are of one holder: crosswise signed ones would lead in circles. */
function isSameHolder(a: Certificate, b: Certificate): boolean {
  return a.subject === b.subject && a.publicKeyInfo === b.publicKeyInfo &&
    a.hasAlternativeNames === b.hasAlternativeNames &&
    JSON.stringify(a.alternativeNames) === JSON.stringify(b.alternativeNames);
}

/** Bits of an RSA key under which its signatures can be forged. */
const MIN_RSA_BITS = 1024;

/** Why `parent` may not have signed `child`, or did not. */
function signatureProblem(
  child: Certificate,
  parent: Certificate,
  as: "root" | "intermediate",
): string | undefined {
  const { basicConstraints: constraints, version, maySignCertificates, node } = parent;
  // An old root without extensions may sign; whatever is sent along must say that it may.
  const mayLack = as === "root" && version < 3;
  if (constraints === undefined ? !mayLack : !constraints.authority) {
    return "x509: certificate is not authorized to sign other certificates";
  }
  if (!maySignCertificates) {
    return "x509: certificate's key usage does not allow signing certificates";
  }
  if (child.insecureHash !== undefined) {
    return `x509: cannot verify signature: insecure ${child.insecureHash}`;
  }
  try {
    const { modulusLength } = node.publicKey.asymmetricKeyDetails ?? {};
    if (modulusLength !== undefined && modulusLength < MIN_RSA_BITS) {
      return `x509: RSA key of ${modulusLength} bits is insecure`;
    }
    return child.node.verify(node.publicKey) ? undefined : "x509: signature mismatch";
  } catch {
    return "x509: cannot verify signature: algorithm unimplemented";
  }
}

function pathProblem({ basicConstraints }: Certificate, chain: Chain): string | undefined {
  const below = chain.length - 1;
  return basicConstraints?.pathLength !== undefined && below > basicConstraints.pathLength
    ? "x509: too many intermediates for path length constraint"
    : undefined;
}
