/**
 * Where a request goes, whom it takes for the right server, and who it says that it is.
 *
 * @module
 */

import type { Redacted } from "../logger.ts";

/** A protocol, as ALPN calls it. */
export type Protocol = "h2" | "http/1.1";

/**
 * The address of a server, with how it is trusted and what the client shows of itself. Two
 * endpoints of the same content share connections.
 */
export interface Endpoint {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** A unix socket to connect to instead; host and port are what requests say then. */
  readonly socketPath?: string | undefined;
  /** Absent: HTTP without TLS. */
  readonly tls?: ServerTls | undefined;
  /** What may be spoken, best first. HTTP/2 needs TLS. Default: HTTP/1.1 alone. */
  readonly protocols?: readonly Protocol[] | undefined;
  /** Goes there through a proxy; null: through none, also where the transport has one. */
  readonly proxy?: Proxy | null | undefined;
}

/** Whom a connection takes for the right server. */
export interface ServerTls {
  /** What the certificate must be for, wherever the connection goes: a name or an address. */
  readonly serverName: string;
  /**
   * PEM of the certificates that are trusted, authorities' or the server's own; absent: the
   * authorities of the machine.
   */
  readonly roots?: string | undefined;
  /** Takes any certificate. */
  readonly insecure?: boolean | undefined;
  /** What the client proves who it is with. */
  readonly identity?: ClientIdentitySource | undefined;
}

/** What a client proves who it is with, as PEM. */
export interface ClientIdentity {
  /** The certificate, with those of its issuers where there are any. */
  readonly certificate: string;
  readonly key: string;
}

/**
 * Asked before each request: the same object for as long as nothing changes, and when it does,
 * connections are made anew.
 */
export type ClientIdentitySource = (
  signal?: AbortSignal,
) => ClientIdentity | undefined | Promise<ClientIdentity | undefined>;

/** A proxy. */
export interface Proxy {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** A unix socket to connect to instead. */
  readonly socketPath?: string | undefined;
  /** Default: `http`. */
  readonly kind?: "http" | "socks5" | undefined;
  /** Absent: it is spoken to without TLS. */
  readonly tls?: ServerTls | undefined;
  readonly login?: ProxyLogin | undefined;
  /** Is asked to connect for requests without TLS too, which it would be handed to read otherwise. */
  readonly tunnels?: boolean | undefined;
  /** Is told of each connection that is made through it. */
  readonly observer?: ProxyObserver | undefined;
}

/** Counts connections through a proxy. */
export interface ProxyObserver {
  /** One is begun. What is returned is told how it ended: there, or at which step it failed. */
  begun(): (end: "connected" | "proxy unreachable" | "proxy refused") => void;
}

/** Who a client is to a proxy. */
export interface ProxyLogin {
  readonly user: string;
  readonly password: Redacted;
}

/** The value of `Proxy-Authorization`; undefined where the proxy wants none. */
export function proxyAuthorization({ proxy }: Endpoint): string | undefined {
  if (proxy?.login === undefined) return undefined;
  const { user, password } = proxy.login;
  return `Basic ${new TextEncoder().encode(`${user}:${password.reveal()}`).toBase64()}`;
}

const DEFAULT_PORTS = { http: 80, https: 443 };

/** Host and port as requests say them; the port is left out where it is the scheme's own. */
export function authorityOf({ host, port, tls }: Endpoint): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === DEFAULT_PORTS[tls === undefined ? "http" : "https"] ? name : `${name}:${port}`;
}

/** An endpoint for messages. */
export function endpointText({ host, port, socketPath }: Endpoint): string {
  return socketPath ?? `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
