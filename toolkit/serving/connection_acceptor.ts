/**
 * How connections come in: as they are, or through the TLS engine that their server name chooses;
 * and how the requests on them find the handler.
 *
 * @module
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Http2SecureServer, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { certificateChooser } from "./certificate_choice.ts";
import type { Connection } from "./connection.ts";
import type { Serving } from "./exchange.ts";
import { serveHttp1 } from "./http1.ts";
import { serveHttp2 } from "./http2.ts";
import { guardSession } from "../transport/http2_guard.ts";
import { hostPort, unmapped } from "./listener.ts";
import { peekServerName } from "./peek.ts";
import {
  type Engine,
  type EngineOptions,
  makeEngine,
  prepare,
  type TlsVersion,
} from "./tls_engine.ts";
import type { TlsMaterial, TlsSource } from "./tls_source.ts";
import { serveUpgrade } from "./upgrading.ts";

/** Takes in one connection. */
export type Accept = (socket: Socket, connection: Connection) => void;

/** Where a socket or a session keeps its connection. */
const CONNECTION = Symbol("connection");

/** The flag of a header frame without a body after it. */
const END_STREAM = 1;

function connectionOf(carrier: object): Connection | undefined {
  // Of a session's socket the runtime shows a stand-in, a new one each time, that has its fields.
  return (carrier as { [CONNECTION]?: Connection })[CONNECTION];
}

function remember(carrier: object, connection: Connection): void {
  (carrier as { [CONNECTION]?: Connection })[CONNECTION] = connection;
}

/** What both kinds of the runtime's servers do with a request for another protocol. */
interface Upgrading {
  on(
    event: "upgrade" | "connect",
    told: (incoming: IncomingMessage, socket: Socket, head: Uint8Array) => void,
  ): unknown;
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
  #stopWatching: (() => void) | undefined;

  constructor(serving: Serving) {
    this.#serving = serving;
  }

  close(): void {
    this.#stopWatching?.();
  }

  plain(): Accept {
    const server = createServer();
    prepare(server, this.#serving.limits);
    server.on("request", (incoming, outgoing) => this.#request(incoming, outgoing));
    server.on("checkContinue", (incoming, outgoing) => this.#request(incoming, outgoing));
    this.#upgrades(server as unknown as Upgrading);
    return (socket, connection) => {
      connection.plain();
      remember(socket, connection);
      socket.once("close", () => this.#serving.connections.closed(connection));
      server.emit("connection", socket);
    };
  }

  secure(source: TlsSource, minVersion: TlsVersion): Accept {
    const options: EngineOptions = {
      minVersion,
      limits: this.#serving.limits,
      attach: (server) => this.#attach(server),
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
      peekServerName(socket, (serverName) => {
        // From here on the secured socket tells of the end; the raw one is the runtime's.
        const key = peerKey(socket);
        if (socket.destroyed) return;
        connection.serverName = serverName;
        this.#byPeer.set(key, connection);
        connection.onClose.add(() => this.#byPeer.delete(key));
        choose(serverName, unmapped(socket.localAddress)).accept(socket);
      });
    };
  }

  #attach(server: Http2SecureServer): void {
    server.prependListener("secureConnection", (socket) => this.#secured(socket));
    server.on("tlsClientError", (error: Error, socket: TLSSocket) => {
      this.#serving.logger.v(2).info("TLS handshake error", {
        peer: peerKey(socket),
        error: error.message,
      });
      socket.destroy();
    });
    server.on("session", (session) => this.#session(session));
    server.on("request", (incoming, outgoing) => {
      this.#request(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
    });
    server.on("checkContinue", (incoming, outgoing) => {
      this.#request(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
    });
    // A listener of "request" makes the runtime dress streams up as HTTP/1.1: not these.
    server.removeAllListeners("stream");
    const streamed = (
      stream: ServerHttp2Stream,
      _headers: unknown,
      flags: number,
      raw: string[],
    ) => this.#stream(stream, flags, raw);
    (server as unknown as EventEmitter).on("stream", streamed);
    this.#upgrades(server as unknown as Upgrading);
  }

  #upgrades(server: Upgrading): void {
    server.on("upgrade", (incoming: IncomingMessage, socket: Socket, head: Uint8Array) => {
      const connection = connectionOf(socket);
      if (connection === undefined) return void socket.destroy();
      serveUpgrade(this.#serving, connection, incoming, socket, head);
    });
    server.on("connect", (_incoming: IncomingMessage, socket: Socket) => {
      socket.end("HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\n\r\n");
    });
  }

  #secured(socket: TLSSocket): void {
    const key = peerKey(socket);
    const connection = this.#byPeer.get(key);
    this.#byPeer.delete(key);
    if (connection === undefined) return void socket.destroy();
    const { connections } = this.#serving;
    connection.secured(socket, connections.now());
    remember(socket, connection);
    socket.on("error", () => {});
    socket.once("close", () => connections.closed(connection));
  }

  #session(session: ServerHttp2Session): void {
    const connection = connectionOf(session.socket);
    if (connection === undefined) return session.destroy();
    connection.guard = guardSession(session);
    if (connection.guard === undefined) {
      this.#serving.logger.warning(
        "HTTP/2 is served without the guard against floods of resets: unknown runtime",
      );
    }
    connection.session = session;
    remember(session, connection);
  }

  #request(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const connection = connectionOf(incoming.socket);
    if (connection === undefined) return void incoming.socket.destroy();
    serveHttp1(this.#serving, connection, incoming, outgoing);
  }

  #stream(stream: ServerHttp2Stream, flags: number, raw: string[]): void {
    const { session } = stream;
    const connection = session === undefined ? undefined : connectionOf(session);
    if (connection === undefined) return void stream.destroy();
    serveHttp2(this.#serving, connection, stream, raw, (flags & END_STREAM) !== 0);
  }
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
