/**
 * Somebody whom a server asks: a webhook or an issuer of a test, over HTTPS on the loopback.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { makeAuthority, makeCertificate, USAGE } from "../toolkit/certificates/mod.ts";
import { printClientConfig } from "../toolkit/clientconfig/mod.ts";

/** What came in. */
export interface PeerRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What goes out: a status, and a JSON value or text. */
export interface PeerAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Answers a request; undefined ends its connection. */
export type PeerHandler = (
  request: PeerRequest,
) => PeerAnswer | undefined | Promise<PeerAnswer | undefined>;

/** An HTTPS server with an authority of its own; it keeps what it was asked. Ends when disposed of. */
export class HttpsPeer implements AsyncDisposable {
  readonly url: string;
  /** PEM of the authority that its certificate is of. */
  readonly authority: string;
  readonly requests: PeerRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server, authority: string) {
    this.#server = server;
    this.authority = authority;
    this.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** A server that answers as `handler` says; `names`: what else its certificate is for. */
  static async start(handler: PeerHandler, names: readonly string[] = []): Promise<HttpsPeer> {
    const authority = await makeAuthority("peers", new Date());
    const { certificate: cert, key } = await makeCertificate({
      commonName: "peer",
      hosts: ["127.0.0.1", ...names],
      usages: [USAGE.server],
      now: new Date(),
    }, authority);
    const server = createServer({ cert, key }, (request, response) => {
      answer(peer, handler, request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const peer: HttpsPeer = new HttpsPeer(server, authority.certificate);
    return peer;
  }

  /** The text of a client config file that leads to a path here, or of another server with this certificate. */
  clientConfig(path = "/", server = this.url): string {
    const certificate = new TextEncoder().encode(this.authority).toBase64();
    const cluster = { server: server + path, "certificate-authority-data": certificate };
    return printClientConfig({
      clusters: [{ name: "peer", cluster }],
      users: [{ name: "server", user: {} }],
      contexts: [{ name: "peer", context: { cluster: "peer", user: "server" } }],
      "current-context": "peer",
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function answer(
  peer: HttpsPeer,
  handler: PeerHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let body = "";
  for await (const piece of request) body += piece;
  const { method = "", url: path = "", headers } = request;
  const came = { method, path, headers, body };
  peer.requests.push(came);
  const said = await handler(came);
  if (said === undefined) return void response.destroy();
  const { status = 200, body: answered = "" } = said;
  response.writeHead(status, { "content-type": "application/json", ...said.headers });
  response.end(typeof answered === "string" ? answered : JSON.stringify(answered));
}
