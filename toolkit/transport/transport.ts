/**
 * HTTP requests to servers that somebody else names: over connections that are kept, few and
 * checked. The certificate must be of whom the endpoint trusts, for the name that it says, wherever
 * the connection goes; nothing of a request goes out before that is known.
 *
 * Redirects are not followed, nothing is unpacked, and no proxy is looked for.
 *
 * @module
 */

import type { Roots } from "../certificates/roots.ts";
import { type Clock, systemClock } from "../clock.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import { dial } from "./dial.ts";
import {
  authorityOf,
  type ClientIdentity,
  type ClientIdentitySource,
  type Endpoint,
  endpointText,
  type Proxy,
  proxyAuthorization,
} from "./endpoint.ts";
import {
  DEFAULT_LIMITS,
  hasWholeBody,
  type Headers,
  isReplayable,
  type TransportLimits,
  type TransportRequest,
  type TransportResponse,
} from "./exchange.ts";
import { Http1Connection } from "./http1_connection.ts";
import { checkRequest } from "./http1_head.ts";
import { Http2Connection } from "./http2_connection.ts";
import { DEFAULT_POOL_LIMITS, Pool, type PoolLimits, type Wanted } from "./pool.ts";
import { ConnectionLost, TransportError } from "./transport_error.ts";
import { trustedRoots } from "./trusted_roots.ts";

/** A proxy, or what says which one leads to an endpoint; undefined: none does. */
export type ProxyChoice = Proxy | ((endpoint: Endpoint) => Proxy | undefined);

/** Options of a transport. */
export interface TransportOptions {
  /** What requests may take, unless they say otherwise. */
  readonly limits?: Partial<TransportLimits> | undefined;
  /** Bounds of the connections to one place. */
  readonly pool?: Partial<PoolLimits> | undefined;
  /** Places whose connections are kept. Default 256. */
  readonly maxPlaces?: number | undefined;
  /** What the client proves who it is with, where an endpoint says nothing of it. */
  readonly identity?: ClientIdentitySource | undefined;
  /** What goes to endpoints that name no proxy goes through this one. */
  readonly proxy?: ProxyChoice | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
}

/** An answer that was read. */
export interface WholeResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

const MAX_PLACES = 256;
/** How often a request is sent: each time only if the last one can't have had any effect. */
const MAX_ATTEMPTS = 3;

/**
 * An HTTP client that keeps a pool of connections to each endpoint. Over TLS, nothing of a
 * request is sent before the certificate has passed what the endpoint asks; a request is sent
 * again only if the last attempt can't have had any effect. Redirects are not followed.
 */
export class Transport implements Disposable {
  readonly #limits: TransportLimits;
  readonly #poolLimits: PoolLimits;
  readonly #maxPlaces: number;
  readonly #identity: ClientIdentitySource | undefined;
  readonly #proxy: ProxyChoice | undefined;
  readonly #clock: Clock;
  /** The one that was used last at the end. */
  readonly #pools = new Map<string, Pool>();
  readonly #closing = new AbortController();

  constructor(options: TransportOptions = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#poolLimits = { ...DEFAULT_POOL_LIMITS, ...options.pool };
    this.#maxPlaces = options.maxPlaces ?? MAX_PLACES;
    this.#identity = options.identity;
    this.#proxy = options.proxy;
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * Sends a request; settles with the head of the answer. Rejects with the reason of the request's
   * signal, or a {@link TransportError}.
   */
  async send(place: Endpoint, request: TransportRequest): Promise<TransportResponse> {
    const endpoint = this.#endpointOf(place);
    const { signal } = request;
    const limits = request.limits === undefined
      ? this.#limits
      : { ...this.#limits, ...request.limits };
    checkRequest(request);
    const authority = authorityOf(endpoint);
    const proxied = proxyHeaders(endpoint, request);
    for (let attempt = 1;; attempt++) {
      const connection = await this.#connection(endpoint, limits, signal, attempt > 1);
      const wasUsed = connection.isUsed;
      try {
        return await connection.exchange({ request: proxied, limits, authority });
      } catch (error) {
        const isSafe = error instanceof ConnectionLost && hasWholeBody(request) &&
          (error.refused || (wasUsed && isReplayable(request)));
        if (!isSafe || attempt >= MAX_ATTEMPTS || signal?.aborted) throw error;
      }
    }
  }

  /** Sends a request and reads the whole answer. */
  async call(endpoint: Endpoint, request: TransportRequest): Promise<WholeResponse> {
    const { status, headers, body, upgraded } = await this.send(endpoint, request);
    if (upgraded !== undefined) {
      upgraded.stream.destroy();
      throw new TransportError("the server switched to another protocol without being asked");
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    const [first] = pieces;
    const isOne = pieces.length === 1 && first !== undefined;
    return { status, headers, body: isOne ? first : joinedBytes(pieces) };
  }

  /** Connections that there are, those that are being made included. */
  get connections(): number {
    let sum = 0;
    for (const pool of this.#pools.values()) sum += pool.size;
    return sum;
  }

  /**
   * Ends the connections that nobody uses now, and the others when their answers have been read.
   * Requests that wait for a connection are rejected, and so is every later one.
   */
  close(): void {
    this.#closing.abort(new TransportError("the transport is closed"));
    for (const pool of [...this.#pools.values()]) pool.retire();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #endpointOf(place: Endpoint): Endpoint {
    if (this.#proxy === undefined || place.proxy !== undefined) return place;
    const proxy = typeof this.#proxy === "function" ? this.#proxy(place) : this.#proxy;
    return proxy === undefined ? place : { ...place, proxy };
  }

  async #connection(
    endpoint: Endpoint,
    limits: TransportLimits,
    signal: AbortSignal | undefined,
    fresh: boolean,
  ): Promise<Connection> {
    signal?.throwIfAborted();
    this.#closing.signal.throwIfAborted();
    const source = endpoint.tls && (endpoint.tls.identity ?? this.#identity);
    const asked = source?.(signal);
    const identity = asked instanceof Promise ? await asked : asked;
    const pool = this.#poolOf(endpoint, limits.headLimitBytes);
    return pool.takeFree({ identity, fresh }) ??
      await this.#newConnection(pool, { identity, fresh }, endpoint, limits, signal);
  }

  async #newConnection(
    pool: Pool,
    wanted: Omit<Wanted, "signal">,
    endpoint: Endpoint,
    { connectTimeoutMs }: TransportLimits,
    signal: AbortSignal | undefined,
  ): Promise<Connection> {
    const stop = new AbortController();
    const closing = this.#closing.signal;
    const abort = () => stop.abort(signal?.reason);
    const closed = () => stop.abort(closing.reason);
    signal?.addEventListener("abort", abort, { once: true });
    closing.addEventListener("abort", closed, { once: true });
    const timer = this.#clock.after(connectTimeoutMs, () => {
      const text = `${endpointText(endpoint)}: no connection within ${connectTimeoutMs} ms`;
      stop.abort(new TransportError(text));
    });
    try {
      if (signal?.aborted) abort();
      if (closing.aborted) closed();
      return await pool.take({ ...wanted, signal: stop.signal });
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", abort);
      closing.removeEventListener("abort", closed);
    }
  }

  #poolOf(endpoint: Endpoint, headLimitBytes: number): Pool {
    const key = placeOf(endpoint);
    const known = this.#pools.get(key);
    if (known !== undefined) {
      this.#pools.delete(key);
      this.#pools.set(key, known);
      return known;
    }
    const clock = this.#clock;
    const pool: Pool = new Pool({
      limits: this.#poolLimits,
      clock,
      mayShare: endpoint.tls !== undefined && endpoint.protocols?.includes("h2") === true,
      open: (identity, events, signal) =>
        open(endpoint, { identity, events, signal, clock, headLimitBytes }),
      emptied: () => {
        if (this.#pools.get(key) === pool) this.#pools.delete(key);
      },
    });
    this.#pools.set(key, pool);
    if (this.#pools.size > this.#maxPlaces) {
      for (const [oldest, one] of this.#pools) {
        this.#pools.delete(oldest);
        one.retire();
        break;
      }
    }
    return pool;
  }
}

/** What makes two endpoints the same place: everything but who asks. */
function placeOf({ host, port, socketPath, tls, protocols, proxy }: Endpoint): string {
  return JSON.stringify([
    socketPath ?? host,
    port,
    tls && [
      tls.serverName,
      tls.insecure,
      tls.roots === undefined ? undefined : idOf(trustedRoots(tls.roots)),
    ],
    protocols,
    proxy && [
      ...[proxy.socketPath ?? proxy.host, proxy.port, proxy.kind, proxy.tunnels],
      ...[proxy.tls, proxy.login?.user],
      proxy.login?.password.reveal(),
    ],
  ]);
}

const ids = new WeakMap<Roots, number>();
let lastId = 0;

/** Short for a bundle: the same for as long as it is the same object. */
function idOf(roots: Roots): number {
  const known = ids.get(roots);
  if (known !== undefined) return known;
  ids.set(roots, ++lastId);
  return lastId;
}

interface OpenOptions {
  readonly identity: ClientIdentity | undefined;
  readonly events: ConnectionEvents;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly headLimitBytes: number;
}

async function open(endpoint: Endpoint, options: OpenOptions): Promise<Connection> {
  const { identity, events, signal, clock, headLimitBytes } = options;
  const { socket, protocol } = await dial(endpoint, { identity, clock, signal });
  if (protocol === "h2") {
    return new Http2Connection(socket, { identity, clock, events, headLimitBytes });
  }
  const origin = isPlainlyProxied(endpoint) ? `http://${authorityOf(endpoint)}` : undefined;
  return new Http1Connection(socket, { identity, clock, events, origin });
}

/** Without TLS a proxy reads the requests themselves. */
function isPlainlyProxied({ proxy, tls }: Endpoint): boolean {
  return !!proxy && proxy.kind !== "socks5" && !proxy.tunnels && tls === undefined;
}

function proxyHeaders(endpoint: Endpoint, request: TransportRequest): TransportRequest {
  const authorization = isPlainlyProxied(endpoint) ? proxyAuthorization(endpoint) : undefined;
  if (authorization === undefined) return request;
  return { ...request, headers: { ...request.headers, "proxy-authorization": authorization } };
}
