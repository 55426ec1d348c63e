/**
 * An HTTPS server whose certificate can be changed while it serves.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import { bindAny } from "../bind_any.ts";

/** A certificate and its key, in PEM. */
export interface ServedPair {
  readonly certificate: string;
  readonly key: string;
}

/** What answers requests. */
export type Answer = (request: Request) => Promise<Response>;

/** Bytes of all fields of a request. */
const HEAD_LIMIT_BYTES = 64 * 1024;
/** From a connection to the end of a request's head, and of all of it. */
const HEAD_TIMEOUT_MS = 10_000, REQUEST_TIMEOUT_MS = 60_000;

/** Requests that are under way when the server closes have so long to end. */
const CLOSE_MS = 2000;

/** Serves until it is disposed of: then no new request is taken, and those under way end. */
export class HttpsServer implements AsyncDisposable {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Settles when the server listens; without a hostname, on all addresses. */
  static async listen(
    { hostname, port }: { readonly hostname?: string | undefined; readonly port: number },
    pair: ServedPair,
    answer: Answer,
  ): Promise<HttpsServer> {
    const server = createServer({
      cert: pair.certificate,
      key: pair.key,
      minVersion: "TLSv1.2",
      maxHeaderSize: HEAD_LIMIT_BYTES,
      headersTimeout: HEAD_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    }, (request, response) => {
      respond(request, response, answer).catch((error) => response.destroy(error as Error));
    });
    const bind = (host: string) =>
      new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ host, port }, () => {
          server.off("error", reject);
          resolve();
        });
      });
    await (hostname === undefined ? bindAny(bind) : bind(hostname));
    return new HttpsServer(server);
  }

  /** What connections are shown from now on. */
  show({ certificate, key }: ServedPair): void {
    this.#server.setSecureContext({ cert: certificate, key });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      const cut = setTimeout(() => this.#server.closeAllConnections(), CLOSE_MS);
      this.#server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      this.#server.closeIdleConnections();
    });
  }
}

async function respond(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: Answer,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort(new DOMException("the caller is gone", "AbortError")));
  const { method = "GET", url = "/" } = incoming;
  const hasBody = method !== "GET" && method !== "HEAD";
  const request = new Request(new URL(url, "https://webhooks.invalid"), {
    method,
    ...(hasBody && { body: ReadableStream.from(incoming), duplex: "half" }),
    signal: gone.signal,
  });
  const response = await answer(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
}
