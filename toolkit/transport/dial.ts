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
import { connectUnix } from "../unix_socket.ts";
import {
  type ClientIdentity,
  type Endpoint,
  endpointText,
  type Protocol,
  type Proxy,
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

/** How one connection is made. */
export interface DialOptions {
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
  const { proxy, tls, protocols = ["http/1.1"] } = endpoint;
  const socket = proxy
    ? await throughProxy(endpoint, proxy, options)
    : await connected(endpoint, endpointText(endpoint), signal);
  if (tls === undefined) return { socket, protocol: "http/1.1" };
  const encrypted = await secured(socket, tls, protocols, options);
  return { socket: encrypted, protocol: encrypted.alpnProtocol === "h2" ? "h2" : "http/1.1" };
}

async function connected(
  { host, port, socketPath }: Pick<Endpoint, "host" | "port" | "socketPath">,
  what: string,
  signal: AbortSignal,
): Promise<Socket> {
  if (socketPath !== undefined) return await connectedTo(socketPath, what, signal);
  const socket = connectTcp({ host, port });
  await opened(socket, "connect", what, signal);
  socket.setNoDelay(true);
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  return socket;
}

async function connectedTo(path: string, what: string, signal: AbortSignal): Promise<Socket> {
  let socket: Socket;
  try {
    socket = await connectUnix(path);
  } catch (error) {
    throw new TransportError(`${what}: ${transportError(error).message}`, { cause: error });
  }
  // What comes later must not be an error that nobody handles.
  socket.on("error", () => {});
  if (signal.aborted) socket.destroy();
  signal.throwIfAborted();
  return socket;
}

/** A connection to an endpoint, or to the proxy where that reads the requests itself. */
async function throughProxy(
  endpoint: Endpoint,
  proxy: Proxy,
  options: DialOptions,
): Promise<Socket> {
  const { signal } = options;
  const ended = proxy.observer?.begun();
  let isReached = false;
  try {
    let socket = await connected(proxy, `the proxy ${endpointText(proxy)}`, signal);
    if (proxy.tls !== undefined) {
      const identity = await proxy.tls.identity?.(signal);
      socket = await secured(socket, proxy.tls, [], { ...options, identity });
    }
    isReached = true;
    if (proxy.kind === "socks5") await openSocks(socket, endpoint, signal);
    else if (endpoint.tls !== undefined || proxy.tunnels) {
      await openTunnel(socket, endpoint, signal);
    }
    ended?.("connected");
    return socket;
  } catch (error) {
    ended?.(isReached ? "proxy refused" : "proxy unreachable");
    throw error;
  }
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
