/**
 * A server: one listener, HTTP/1.1 and HTTP/2 over TLS (or HTTP/1.1 without), one neutral handler.
 *
 * @module
 */

import { type Clock, sleep, systemClock } from "../clock.ts";
import { type Logger, silentLogger } from "../logger.ts";
import { Connections } from "./connections.ts";
import { ConnectionAcceptor } from "./connection_acceptor.ts";
import { DateField } from "./date_field.ts";
import type { Serving } from "./exchange.ts";
import type { Handler } from "./http.ts";
import { completeLimits, type ServingLimits } from "./limits.ts";
import { type BoundAddress, listen, type ListenAddress, type Listener } from "./listener.ts";
import { REQUESTS_A_TURN, Turns } from "./turns.ts";
import type { TlsVersion } from "./tls_engine.ts";
import type { TlsSource } from "./tls_source.ts";

/** How to serve. */
export interface ServeOptions {
  readonly listen: ListenAddress;
  /** Certificates; none: HTTP/1.1 without TLS. Closed with the server. */
  readonly tls?: TlsSource;
  /** The lowest TLS version. Default 1.2. */
  readonly minVersion?: TlsVersion;
  readonly limits?: Partial<ServingLimits>;
  readonly clock?: Clock;
  readonly logger?: Logger;
  /** Called for each connection that does not get through its handshake. */
  readonly handshakeFailed?: () => void;
}

/** A server that runs. */
export interface Server extends AsyncDisposable {
  readonly address: BoundAddress;
  /** Connections that are open. */
  readonly connections: number;
  /**
   * Stops: no new connections at once, what is under way has `graceMs` to finish (default 10 s),
   * then all is cut. Settles when it is over; a second call joins, and may shorten the first.
   */
  close(graceMs?: number): Promise<void>;
}

/** Time for requests under way when a server stops, unless told otherwise. */
const DEFAULT_GRACE_MS = 10_000;

/** Starts a server. Rejects when it can't listen. */
export async function serve(options: ServeOptions, handler: Handler): Promise<Server> {
  const { clock = systemClock, logger = silentLogger, tls, handshakeFailed } = options;
  const limits = completeLimits(options.limits);
  const connections = new Connections(clock, limits);
  const serving: Serving = {
    handler,
    limits,
    logger,
    connections,
    clock,
    date: new DateField(clock),
    handshakeFailed,
    turns: new Turns(REQUESTS_A_TURN),
  };
  const acceptor = new ConnectionAcceptor(serving);
  const accept = tls === undefined
    ? acceptor.plain()
    : acceptor.secure(tls, options.minVersion ?? "TLSv1.2");
  const listener = await listen(options.listen, (socket) => {
    // What breaks before a handshake is the client's business.
    socket.on("error", () => {});
    const connection = connections.open(socket);
    if (connection === undefined) return void socket.destroy();
    accept(socket, connection);
  });
  return new RunningServer(listener, connections, acceptor, tls, clock);
}

class RunningServer implements Server {
  readonly address: BoundAddress;
  readonly #listener: Listener;
  readonly #connections: Connections;
  readonly #acceptor: ConnectionAcceptor;
  readonly #tls: TlsSource | undefined;
  readonly #clock: Clock;
  #closed: Promise<void> | undefined;

  constructor(
    listener: Listener,
    connections: Connections,
    acceptor: ConnectionAcceptor,
    tls: TlsSource | undefined,
    clock: Clock,
  ) {
    this.address = listener.address;
    this.#listener = listener;
    this.#connections = connections;
    this.#acceptor = acceptor;
    this.#tls = tls;
    this.#clock = clock;
  }

  get connections(): number {
    return this.#connections.size;
  }

  async close(graceMs = DEFAULT_GRACE_MS): Promise<void> {
    this.#closed ??= this.#stop();
    const over = new AbortController();
    const cut = graceMs <= 0
      ? Promise.resolve()
      : sleep(this.#clock, graceMs, over.signal).catch(() => {});
    try {
      await Promise.race([this.#closed, cut]);
      this.#connections.destroy();
      await this.#closed;
    } finally {
      over.abort();
    }
  }

  async #stop(): Promise<void> {
    this.#acceptor.close();
    const listening = this.#listener.close();
    await this.#connections.drain();
    await listening;
    await this.#tls?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(0);
  }
}
