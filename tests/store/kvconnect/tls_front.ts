/**
 * TLS in front of a server that has none, with or without client certificates.
 *
 * @module
 */

import { type AddressInfo, connect, type Socket } from "node:net";
import { createServer, type Server } from "node:tls";

/** Options of {@link TlsFront.start}, in PEM. */
export interface FrontOptions {
  readonly cert: string;
  readonly key: string;
  /** The authority of certificates that clients must have; none: they need none. */
  readonly clientCa?: string;
}

/**
 * Takes TLS connections on a free port of loopback and passes their bytes on, in the clear, to
 * another port there. With `clientCa`, clients without a certificate of that authority are
 * refused.
 */
export class TlsFront {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(port: number, { cert, key, clientCa }: FrontOptions) {
    const asks = clientCa !== undefined && {
      ca: clientCa,
      requestCert: true,
      rejectUnauthorized: true,
    };
    this.#server = createServer({ cert, key, ...asks }, (outer) => {
      const inner = connect(port, "127.0.0.1");
      for (const [socket, other] of [[outer, inner], [inner, outer]] as const) {
        this.#sockets.add(socket);
        socket.setNoDelay(true);
        socket.on("error", () => other.destroy());
        socket.on("close", () => this.#sockets.delete(socket) && other.destroy());
        socket.pipe(other);
      }
    });
  }

  /** Starts one in front of a port on loopback. */
  static async start(port: number, options: FrontOptions): Promise<TlsFront> {
    const front = new TlsFront(port, options);
    const { promise, resolve } = Promise.withResolvers<void>();
    front.#server.listen(0, "127.0.0.1", resolve);
    await promise;
    return front;
  }

  /** Where it listens. */
  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Ends it with all its connections. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#server.close(() => resolve());
    for (const socket of this.#sockets) socket.destroy();
    await promise;
  }
}
