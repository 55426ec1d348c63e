/**
 * How connections come in: as they are, or through the TLS engine that their server name chooses;
 * and how the requests on them find the handler.
 *
 * @module
 */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Server as TlsServer, TLSSocket } from "node:tls";
import { ServerConnection } from "../http2/mod.ts";
import { certificateChooser } from "./certificate_choice.ts";
import type { Connection } from "./connection.ts";
import type { Serving } from "./exchange.ts";
import { serveHttp1 } from "./http1.ts";
import { serveHttp2 } from "./http2.ts";
import type { ServingLimits } from "./limits.ts";
import { hostPort, unmapped } from "./listener.ts";
import { peekServerName } from "./peek.ts";
import { type Engine, type EngineOptions, makeEngine, type TlsVersion } from "./tls_engine.ts";
import type { TlsMaterial, TlsSource } from "./tls_source.ts";
import { Turns } from "./turns.ts";
import { serveUpgrade } from "./upgrading.ts";

/** Takes in one connection. */
export type Accept = (socket: Socket, connection: Connection) => void;

/** Where a socket keeps its connection. */
const CONNECTION = Symbol("connection");

function connectionOf(socket: object): Connection | undefined {
  return (socket as { [CONNECTION]?: Connection })[CONNECTION];
}

function remember(socket: object, connection: Connection): void {
  (socket as { [CONNECTION]?: Connection })[CONNECTION] = connection;
}

/**
 * Makes the `Accept` functions of plain and of TLS listeners, and gives each request on the
 * connections they take in to the handler. New certificates are used from the next handshake on;
 * ones that can't be used leave the old ones in place.
 */
export class ConnectionAcceptor {
  readonly #serving: Serving;
  /** In their handshake, by address and port of the client. */
  readonly #byPeer = new Map<string, Connection>();
  /** A handshake takes as long as ten requests: whoever opens many connections waits for their turns. */
  readonly #handshakes = new Turns(1);
  #stopWatching: (() => void) | undefined;

  constructor(serving: Serving) {
    this.#serving = serving;
  }

  close(): void {
    this.#stopWatching?.();
  }

  plain(): Accept {
    const http1 = this.#http1();
    return (socket, connection) => {
      connection.plain();
      remember(socket, connection);
      socket.once("close", () => this.#serving.connections.closed(connection));
      http1.emit("connection", socket);
    };
  }

  secure(source: TlsSource, minVersion: TlsVersion): Accept {
    const http1 = this.#http1();
    const options: EngineOptions = {
      minVersion,
      limits: this.#serving.limits,
      attach: (server) => this.#attach(server, http1),
    };
    let choose = enginesOf(source.current, options);
    this.#stopWatching = source.onChange((material) => {
      try {
        choose = enginesOf(material, options);
      } catch (error) {
        this.#serving.logger.error("New certificates can't be used", error);
      }
    });
    return (socket, connection) => {
      const { connections } = this.#serving;
      const gone = () => connections.closed(connection);
      socket.once("close", gone);
      peekServerName(socket, (serverName, putBack) => {
        this.#handshakes.take(socket.remoteAddress ?? "", () => {
          if (socket.destroyed) return;
          // From here on the secured socket tells of the end; the raw one is the runtime's.
          const key = peerKey(socket);
          connection.serverName = serverName;
          this.#byPeer.set(key, connection);
          connection.onClose.add(() => this.#byPeer.delete(key));
          putBack();
          choose(serverName, unmapped(socket.localAddress)).accept(socket);
        });
      });
    };
  }

  #attach(server: TlsServer, http1: Server): void {
    server.on("secureConnection", (socket) => this.#secured(socket, http1));
    server.on("tlsClientError", (error: Error, socket: TLSSocket) => {
      this.#serving.handshakeFailed?.();
      this.#serving.logger.v(2).info("TLS handshake error", {
        peer: peerKey(socket),
        error: error.message,
      });
      socket.destroy();
    });
  }

  #secured(socket: TLSSocket, http1: Server): void {
    const key = peerKey(socket);
    const connection = this.#byPeer.get(key);
    this.#byPeer.delete(key);
    if (connection === undefined) return void socket.destroy();
    const serving = this.#serving;
    const { connections, limits } = serving;
    connection.secured(socket, connections.now());
    socket.on("error", () => {});
    socket.once("close", () => connections.closed(connection));
    if (connection.phase === "http2") {
      connection.http2 = new ServerConnection(socket, {
        streams: limits.streamsPerConnection,
        headerBytes: limits.headerBytes,
        headerCount: limits.headerCount,
        now: () => connections.now(),
        onStream: (stream) => serveHttp2(serving, connection, stream),
      });
    } else {
      remember(socket, connection);
      http1.emit("connection", socket);
    }
  }

  /** A server of the runtime that listens nowhere, for connections that are handed to it. */
  #http1(): Server {
    const server = createServer();
    prepare(server, this.#serving.limits);
    server.on("request", (incoming, outgoing) => this.#request(incoming, outgoing));
    server.on("checkContinue", (incoming, outgoing) => this.#request(incoming, outgoing));
    server.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Uint8Array) => {
      const connection = connectionOf(socket);
      if (connection === undefined) return void socket.destroy();
      serveUpgrade(this.#serving, connection, incoming, socket, head);
    });
    server.on("connect", (_incoming: IncomingMessage, socket: Socket) => {
      socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n");
    });
    return server;
  }

  #request(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const connection = connectionOf(incoming.socket);
    if (connection === undefined) return void incoming.socket.destroy();
    serveHttp1(this.#serving, connection, incoming, outgoing);
  }
}

/** Settings that the runtime reads from a server. */
function prepare(server: Server, limits: ServingLimits): void {
  // The runtime ends connections after one response when their server does not listen.
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

function enginesOf(
  material: TlsMaterial,
  options: EngineOptions,
): (serverName: string | undefined, localAddress: string | undefined) => Engine {
  const main = makeEngine(material.main, material.clientAuthorities, options);
  const named = material.named.map((pair) => makeEngine(pair, material.clientAuthorities, options));
  const choose = certificateChooser(material.named, named);
  return (serverName, address) => choose(serverName, address) ?? main;
}

function peerKey({ remoteAddress = "", remotePort = 0 }: Socket): string {
  return hostPort(remoteAddress, remotePort);
}
