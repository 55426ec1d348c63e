/**
 * The runtime's TLS with one certificate.
 *
 * It never listens itself: the listener hands it connections. So one listener serves several
 * certificates, and a new certificate is a new engine: connections stay with the one that they
 * began with. (The runtime ignores SNICallback and addContext, and after setSecureContext no
 * handshake succeeds.)
 *
 * @module
 */

import type { Socket } from "node:net";
import { createServer, type Server as TlsServer } from "node:tls";
import type { TlsPair } from "./tls_source.ts";
import type { ServingLimits } from "./limits.ts";

/** TLS versions that the runtime has. */
export type TlsVersion = "TLSv1.2" | "TLSv1.3";

/** What engines of one server share. */
export interface EngineOptions {
  readonly minVersion: TlsVersion;
  readonly limits: ServingLimits;
  /** Attaches what becomes of connections after their handshake. */
  readonly attach: (server: TlsServer) => void;
}

/**
 * A TLS server with one certificate that listens nowhere: `accept()` takes over a connection and
 * does its handshake. Connections keep the engine that they began with.
 */
export interface Engine {
  accept(socket: Socket): void;
}

/**
 * An engine that shows `pair` and asks clients for certificates when `authorities`, in PEM, are
 * given; their names are what it tells clients to choose by.
 */
export function makeEngine(
  pair: TlsPair,
  authorities: string | undefined,
  options: EngineOptions,
): Engine {
  const { limits, minVersion } = options;
  const server = createServer({
    cert: pair.certificate,
    key: pair.key,
    minVersion,
    ALPNProtocols: ["h2", "http/1.1"],
    // The runtime can't ask for certificates without an authority to name, and fails handshakes.
    ...(authorities !== undefined && { requestCert: true, ca: [authorities] }),
    // Whether a certificate proves anything is decided by request, against one set of roots.
    rejectUnauthorized: false,
    handshakeTimeout: limits.handshakeTimeoutMs,
  });
  options.attach(server);
  return { accept: (socket) => void server.emit("connection", socket) };
}
