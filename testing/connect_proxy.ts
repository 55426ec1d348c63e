/**
 * An HTTP proxy of a test that connects to wherever it is asked to, or to where the test leads it.
 *
 * @module
 */

import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { listenUnix, type UnixListener } from "../toolkit/unix_socket.ts";

/** Where a proxy listens, and where it leads. */
export interface ConnectProxyOptions {
  /** A unix socket; default: a port of the loopback. */
  readonly socketPath?: string;
  /** Its certificate, and whose certificates its clients must show. Default: no TLS. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly clients: string };
  /** The port of the loopback that is behind `host:port`; undefined: it is refused. Default: the same port. */
  readonly leadsTo?: (target: string) => number | undefined;
}

/** A proxy; it keeps what it was asked for. Ends when disposed of. */
export class ConnectProxy implements AsyncDisposable {
  /** `host:port` of each connection. */
  readonly targets: string[] = [];
  readonly #server: Server;
  readonly #accept: (socket: Socket) => void;
  #unix: UnixListener | undefined;
  readonly #sockets = new Set<Socket>();

  private constructor({ tls, leadsTo }: ConnectProxyOptions) {
    const accept = this.#accept = (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
      socket.on("error", () => socket.destroy());
      this.#serve(socket, leadsTo ?? ((target) => Number(target.split(":").at(-1))));
    };
    this.#server = tls === undefined ? createServer(accept) : createTlsServer({
      cert: tls.certificate,
      key: tls.key,
      ca: tls.clients,
      requestCert: true,
      rejectUnauthorized: true,
    }, accept);
  }

  /** Starts one. */
  static async start(options: ConnectProxyOptions = {}): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(options);
    const { socketPath } = options;
    if (socketPath !== undefined) proxy.#unix = listenUnix(socketPath, proxy.#accept);
    else await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections that go through it. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(socket: Socket, leadsTo: (target: string) => number | undefined): void {
    let head = "";
    const read = (piece: Uint8Array) => {
      head += new TextDecoder().decode(piece);
      if (!head.includes("\r\n\r\n")) return;
      socket.off("data", read);
      const [, target] = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      const port = target === undefined ? undefined : leadsTo(target);
      this.targets.push(target ?? head);
      if (port === undefined) {
        socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
        return;
      }
      const there = connect({ host: "127.0.0.1", port }, () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        socket.pipe(there).pipe(socket);
      });
      this.#sockets.add(there);
      there.on("error", () => socket.destroy());
      there.on("close", () => this.#sockets.delete(there));
      socket.on("close", () => there.destroy());
    };
    socket.on("data", read);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.dropConnections();
    this.#unix?.close();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
