/**
 * Serving HTTP, with TLS and client certificates or without.
 *
 * @module
 */

export { authenticateCertificate, type CertificateIdentity } from "./authenticate.ts";
export type { Handler, Headers, HttpRequest, HttpResponse } from "./http.ts";
export { DEFAULT_LIMITS, type ServingLimits } from "./limits.ts";
export type { BoundAddress, ListenAddress } from "./listener.ts";
export type { Peer } from "./peer.ts";
export { ClientGone } from "./pieces.ts";
export { DEFAULT_GRACE_MS, serve, type ServeOptions, type Server } from "./serve.ts";
export type { TlsVersion } from "./tls_engine.ts";
export {
  fixedTls,
  type NamedPair,
  type TlsMaterial,
  type TlsPair,
  type TlsSource,
} from "./tls_source.ts";
export {
  type ByteStream,
  offeredSubprotocols,
  rawUpgrade,
  type Upgrade,
  webSocket,
  type WebSocketConnection,
  type WebSocketMessage,
  type WebSocketOptions,
} from "./upgrade.ts";
