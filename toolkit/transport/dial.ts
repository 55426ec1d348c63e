/**
 * New connections: to a port or a unix socket, through a proxy, with TLS. Nothing of a request goes
 * out on a connection before this has settled, and it settles for the right server only.
 *
 * With TLS 1.3 the client's certificate and the proof of its key, which is good for this handshake
 * alone, go out before the server is checked: the runtime finishes the handshake first.
 *
 * @module
 */

import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { Clock } from "../clock.ts";
import {
  type ClientIdentity,
  type Endpoint,
  endpointText,
  type Protocol,
  type ServerTls,
} from "./endpoint.ts";
import { openTunnel } from "./proxy_tunnel.ts";
import { openSocks } from "./socks.ts";
import { verifyServer } from "./server_identity.ts";
import { TransportError, transportError } from "./transport_error.ts";

/** A connection to the right server. */
export interface Dialed {
  readonly socket: Socket;
  readonly protocol: Protocol;
}

/** Where a connection is to lead. */
export interface ConnectTarget {
  /** A name or an address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a connection that carries bytes and no protocol yet: TLS is put on top of it. Rejects with the signal's
 * reason, or a {@link TransportError}.
 */
export type Connect = (target: ConnectTarget) => Promise<Socket>;

/** How one connection is made. */
export interface DialOptions {
  /** Opens what would be a TCP connection: to an endpoint without a socket path and a proxy. */
  readonly connect?: Connect | undefined;
  readonly identity: ClientIdentity | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Between probes of a connection on which nothing happens. */
const KEEP_ALIVE_MS = 30_000;

/** Makes a connection. Rejects with the signal's reason, or a {@link TransportError}. */
export async function dial(endpoint: Endpoint, options: DialOptions): Promise<Dialed> {
  const { signal } = options;
  signal.throwIfAborted();
  const { host, port, socketPath, proxy, tls, protocols = ["http/1.1"] } = endpoint;
  const isDirect = socketPath === undefined && proxy === undefined;
  let socket = isDirect && options.connect !== undefined
    ? await options.connect({ host, port, signal })
    : await connected(endpoint, signal);
  if (proxy !== undefined) {
    if (proxy.tls !== undefined) {
      socket = await secured(socket, proxy.tls, [], { ...options, identity: undefined });
    }
    if (proxy.kind === "socks5") await openSocks(socket, endpoint, signal);
    else if (tls !== undefined) await openTunnel(socket, endpoint, signal);
  }
  if (tls === undefined) return { socket, protocol: "http/1.1" };
  const encrypted = await secured(socket, tls, protocols, options);
  return { socket: encrypted, protocol: encrypted.alpnProtocol === "h2" ? "h2" : "http/1.1" };
}

async function connected(endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
  const { host, port, socketPath, proxy } = endpoint;
  const socket = await opened(
    socketPath !== undefined
      ? connectTcp({ path: socketPath })
      : connectTcp(proxy ?? { host, port }),
    "connect",
    proxy === undefined ? endpointText(endpoint) : `the proxy ${endpointText(proxy)}`,
    signal,
  );
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return socket;
}

async function secured(
  socket: Socket,
  tls: ServerTls,
  protocols: readonly Protocol[],
  { identity, clock, signal }: DialOptions,
): Promise<TLSSocket> {
  const { serverName } = tls;
  const encrypted = await opened(
    connectTls({
      socket,
      // Decided by verifyServer(), which says also of what is no authority's whether it is trusted.
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined,
      // An address is no name to ask for.
      ...(isIP(serverName) === 0 && { servername: serverName }),
      ...(protocols.length > 0 && { ALPNProtocols: [...protocols] }),
      ...(identity !== undefined && { cert: identity.certificate, key: identity.key }),
    }),
    "secureConnect",
    `${serverName}, TLS`,
    signal,
  );
  try {
    verifyServer(encrypted, tls, new Date(clock.now()));
  } catch (error) {
    encrypted.destroy();
    throw error;
  }
  return encrypted;
}

/** Settles with `socket` once it is open; otherwise nothing of it is left. */
function opened<S extends Socket>(
  socket: S,
  event: "connect" | "secureConnect",
  what: string,
  signal: AbortSignal,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener("abort", abort);
      socket.off(event, open);
      socket.off("close", closed);
    };
    const fail = (error: unknown) => {
      done();
      reject(error);
      socket.destroy();
    };
    const open = () => {
      done();
      socket.off("error", failed);
      resolve(socket);
    };
    const abort = () => fail(signal.reason);
    const failed = (error: Error) => {
      const { message } = transportError(error);
      fail(new TransportError(`${what}: ${message}`, { cause: error }));
    };
    const closed = () => fail(new TransportError(`${what}: the connection was closed`));
    socket.on(event, open);
    // Stays: what comes later must not be an error that nobody handles.
    socket.on("error", () => {});
    socket.on("error", failed);
    socket.on("close", closed);
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
  });
}
