/**
 * A network of a cluster, behind a proxy of the egress selection: whatever a connection asks for, it leads to
 * one place on the loopback.
 *
 * @module
 */

import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { Egress } from "../apiserver/egress/mod.ts";

/** What leads there. Ends when it is disposed of. */
export class ClusterNetwork implements AsyncDisposable {
  /** Where connections were to lead, as `host port`. */
  readonly targets: string[] = [];
  /** Has a server go this way to its cluster. */
  readonly egress: Egress;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    const { port } = server.address() as AddressInfo;
    const proxy = { host: "127.0.0.1", port, tunnels: true };
    this.egress = {
      proxyTo: (network) => network === "cluster" ? proxy : null,
      isChosen: (network) => network === "cluster",
    };
  }

  /** Leads everything to a port; undefined: nobody ever answers. */
  static async start(port: number | undefined): Promise<ClusterNetwork> {
    const server = createServer((socket) => network.#serve(socket, port));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const network: ClusterNetwork = new ClusterNetwork(server);
    return network;
  }

  #serve(socket: Socket, port: number | undefined): void {
    this.#keep(socket);
    let head = "";
    const read = (piece: Uint8Array) => {
      head += new TextDecoder("latin1").decode(piece);
      if (!head.endsWith("\r\n\r\n")) return;
      socket.off("data", read);
      const [, host = "", asked = ""] = /^CONNECT \[?([^\s\]]*)\]?:(\d+) /.exec(head) ?? [];
      this.targets.push(`${host} ${asked}`);
      if (port === undefined) return;
      const place = this.#keep(connect(port, "127.0.0.1"));
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      socket.pipe(place).pipe(socket);
    };
    socket.on("data", read);
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
