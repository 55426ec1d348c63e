/**
 * The runtime's TLS with one certificate, and HTTP/1.1 and HTTP/2 behind it.
 *
 * It never listens itself: the listener hands it connections. So one listener serves several
 * certificates, and a new certificate is a new engine: connections stay with the one that they
 * began with. (The runtime ignores SNICallback and addContext, and after setSecureContext no
 * handshake succeeds.)
 *
 * @module
 */

import { createSecureServer, type Http2SecureServer } from "node:http2";
import type { Server as HttpServer } from "node:http";
import type { Socket } from "node:net";
import type { TlsPair } from "./tls_source.ts";
import type { ServingLimits } from "./limits.ts";

/** TLS versions that the runtime has. */
export type TlsVersion = "TLSv1.2" | "TLSv1.3";

/** What engines of one server share. */
export interface EngineOptions {
  readonly minVersion: TlsVersion;
  readonly limits: ServingLimits;
  /** Attaches the answering of requests. */
  readonly attach: (server: Http2SecureServer) => void;
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
  const server = createSecureServer({
    cert: pair.certificate,
    key: pair.key,
    minVersion,
    allowHTTP1: true,
    // The runtime can't ask for certificates without an authority to name, and fails handshakes.
    ...(authorities !== undefined && { requestCert: true, ca: [authorities] }),
    // Whether a certificate proves anything is decided by request, against one set of roots.
    rejectUnauthorized: false,
    handshakeTimeout: limits.handshakeTimeoutMs,
    maxHeaderListPairs: limits.headerCount + 16,
    settings: {
      maxConcurrentStreams: limits.streamsPerConnection,
      maxHeaderListSize: limits.headerBytes,
    },
  });
  prepare(server, limits);
  options.attach(server);
  return { accept: (socket) => void server.emit("connection", socket) };
}

/** Settings of HTTP/1.1 that the runtime reads from the server, on either kind of one. */
export function prepare(server: Http2SecureServer | HttpServer, limits: ServingLimits): void {
  // The runtime ends HTTP/1.1 connections after one response when their server does not listen.
  Object.defineProperty(server, "listening", { get: () => true });
  Object.assign(server, {
    maxHeaderSize: limits.headerBytes,
    // More are dropped without a word; one more than allowed is enough to see them.
    maxHeadersCount: limits.headerCount + 1,
    // `Connections` does these by one clock.
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
    timeout: 0,
  });
}
