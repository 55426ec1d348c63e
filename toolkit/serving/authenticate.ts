/**
 * Who a client is by its certificate, against one set of authorities.
 *
 * A listener may know several sets: those of users, and those of the proxies whose identity
 * headers are believed. The runtime checks against all of them at once, and calls a client
 * without a certificate authorized. So its opinion is never asked.
 *
 * @module
 */

import {
  type Certificate,
  ChainError,
  type Roots,
  verifyClientChain,
} from "../certificates/mod.ts";
import type { Peer } from "./peer.ts";

/** What a client's certificates prove. */
export type CertificateIdentity =
  /** It sent none: it may be somebody by other means. */
  | { readonly is: "absent" }
  /** It sent some that lead nowhere: it must not be taken for one that sent none. */
  | { readonly is: "refused"; readonly reason: string }
  | {
    readonly is: "verified";
    /** The client's own certificate. */
    readonly certificate: Certificate;
    /** From the client's own to the authority's. */
    readonly chain: readonly Certificate[];
  };

const ABSENT: CertificateIdentity = { is: "absent" };

/** An answer, and from when to when it holds without another look. */
interface Remembered {
  readonly identity: CertificateIdentity;
  readonly from: number;
  readonly until: number;
}

/** Per connection, as a peer is one object for all requests of it; gone with the connection. */
const remembered = new WeakMap<Peer, WeakMap<Roots, Remembered>>();

/** Whether the certificates of `peer` lead to one of `roots`, valid at `now` for client use. */
export function authenticateCertificate(peer: Peer, roots: Roots, now: Date): CertificateIdentity {
  const { certificates } = peer;
  if (certificates === undefined) return ABSENT;
  let byRoots = remembered.get(peer);
  if (byRoots === undefined) remembered.set(peer, byRoots = new WeakMap());
  const time = now.getTime();
  const known = byRoots.get(roots);
  if (known !== undefined && known.from <= time && time <= known.until) return known.identity;
  const fresh = verify(certificates, roots, now);
  byRoots.set(roots, fresh);
  return fresh.identity;
}

function verify(sent: readonly Uint8Array[], roots: Roots, now: Date): Remembered {
  try {
    const chain = verifyClientChain(sent, roots, now);
    const [certificate] = chain;
    if (certificate === undefined) throw new ChainError("x509: no certificate was sent");
    return {
      identity: { is: "verified", certificate, chain },
      from: Math.max(...chain.map(({ notBefore }) => notBefore.getTime())),
      until: Math.min(...chain.map(({ notAfter }) => notAfter.getTime())),
    };
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    // Only the clock can turn a refusal: it holds for a moment, so that requests cost no search.
    const time = now.getTime();
    return {
      identity: { is: "refused", reason: error.message },
      from: time,
      until: time + REFUSAL_MS,
    };
  }
}

/** How long a refusal stands before the chain is looked at again. */
const REFUSAL_MS = 10_000;
