/**
 * Who is at the other end of a connection, as far as the connection itself tells.
 *
 * @module
 */

/** The other end of a connection. The same object for every request of one connection. */
export interface Peer {
  readonly address: string;
  readonly port: number;
  /** The server name that the client asked for in the TLS handshake. */
  readonly serverName?: string;
  /**
   * The certificates that the client sent, its own first, as DER; absent when it sent none. They
   * prove nothing until a chain to an authority has been checked: see `authenticateCertificate()`.
   */
  readonly certificates?: readonly Uint8Array[];
}
