/**
 * Serving HTTP, with TLS and client certificates or without.
 *
 * @module
 */

export { authenticateCertificate, type CertificateIdentity } from "./authenticate.ts";
export type { BodySink, Handler, Headers, HttpRequest, HttpResponse, PushBody } from "./http.ts";
export type { BoundAddress, ListenAddress } from "./listener.ts";
export {
  type CertificateOptions,
  openCertificates,
  parseNamedPair,
  type ServingFlagValues,
  servingOptionsFromFlags,
  type ServingPlan,
} from "./options_from_flags.ts";
export type { Peer } from "./peer.ts";
export { ClientGone } from "./pieces.ts";
export { isPushed, pulled } from "./push.ts";
export { serve, type ServeOptions, type Server } from "./serve.ts";
export { readBody } from "./read_body.ts";
export type { TlsVersion } from "./tls_engine.ts";
export {
  type NamedPairFiles,
  openTlsFiles,
  type PairFiles,
  type TlsFilesOptions,
} from "./tls_files.ts";
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
export { type CheckedPair, checkedPair } from "./key_pair.ts";
