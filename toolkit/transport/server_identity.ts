/**
 * Whether the server at the other end of a TLS connection is the one that was meant: decided here,
 * after the handshake and before the first byte of a request, for every connection anew.
 *
 * The runtime's own check knows no certificate that is trusted without an authority, and takes a
 * common name for a name.
 *
 * @module
 */

import type { DetailedPeerCertificate, TLSSocket } from "node:tls";
import { type Certificate, parseCertificate } from "../certificates/certificate.ts";
import { ChainError, MAX_SENT_CERTIFICATES, verifyServerChain } from "../certificates/chain.ts";
import { toPem } from "../certificates/pem.ts";
import { serverNameProblem } from "../certificates/server_name.ts";
import type { ServerTls } from "./endpoint.ts";
import { TransportError } from "./transport_error.ts";
import { trustedRoots } from "./trusted_roots.ts";

/** Throws a {@link TransportError} that says why the server is not the one that was meant. */
export function verifyServer(socket: TLSSocket, tls: ServerTls, now: Date): void {
  if (tls.insecure) return;
  try {
    const sent = sentCertificates(socket);
    const leaf = tls.roots === undefined
      ? verifiedByMachine(socket, sent, tls.serverName)
      : verifyServerChain(sent, trustedRoots(tls.roots), now, tls.serverName)[0];
    requireProof(leaf);
  } catch (error) {
    const { message } = error as Error;
    throw new TransportError(`tls: failed to verify certificate: ${message}`, { cause: error });
  }
}

/** What the machine trusts, the runtime knows; names are compared here all the same. */
function verifiedByMachine(
  socket: TLSSocket,
  [first]: readonly Uint8Array[],
  serverName: string,
): Certificate {
  if (first === undefined) throw new ChainError("x509: no certificate was sent");
  // A handshake that goes on with an earlier one checks nothing.
  if (socket.isSessionReused()) {
    throw new ChainError("x509: the TLS session was resumed, so that no certificate was checked");
  }
  if (!socket.authorized) {
    const code: unknown = socket.authorizationError;
    throw new ChainError(`x509: certificate signed by unknown authority (${String(code)})`);
  }
  const leaf = parseCertificate(first);
  const problem = serverNameProblem(leaf, serverName);
  if (problem !== undefined) throw new ChainError(problem);
  return leaf;
}

/**
 * Throws unless the runtime made the server prove that it has the key of its certificate: Deno
 * 2.7.14 takes any signature for good of a certificate that its TLS library can't parse. That
 * library reads every certificate that it is to trust, and throws where it can't.
 */
function requireProof(leaf: Certificate): void {
  const { publicKey } = leaf.node;
  const canonical = publicKey.export({ type: "spki", format: "der" }).toString("hex");
  try {
    if (leaf.version < 3) throw new Error(`it is of version ${leaf.version}`);
    if (canonical !== leaf.publicKeyInfo) throw new Error("its key is not in its usual form");
    Deno.createHttpClient({ caCerts: [toPem("CERTIFICATE", leaf.der)] }).close();
  } catch (cause) {
    const message =
      "x509: the runtime can't check that the server has the private key of its certificate";
    throw new ChainError(message, { cause });
  }
}

/** What the server sent, its own certificate first. */
function sentCertificates(socket: TLSSocket): Uint8Array[] {
  const sent: Uint8Array[] = [];
  const seen = new Set<DetailedPeerCertificate>();
  let next: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  // One more than may be sent is enough for the refusal.
  while (next?.raw !== undefined && !seen.has(next) && sent.length <= MAX_SENT_CERTIFICATES) {
    seen.add(next);
    sent.push(next.raw);
    next = next.issuerCertificate;
  }
  return sent;
}
