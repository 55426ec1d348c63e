/**
 * Requests and streams over HTTP/2, by the toolkit's own client: several share one connection, as
 * those of a controller do. (The runtime's own is too slow: servers end watches that it does not read in time.)
 *
 * @module
 */

import { type Endpoint, Transport } from "../../toolkit/transport/mod.ts";
import type { Answer, Identity, Requests } from "./connection.ts";

const encoder = new TextEncoder();

/**
 * An HTTP/2 client of a server on this machine. Requests and streams may run at the same time,
 * and share one connection.
 */
export class SharedConnection implements Requests {
  readonly #transport = new Transport({ pool: { maxConnections: 1 } });
  readonly #endpoint: Endpoint;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, ca: string, identity: Identity) {
    const host = "127.0.0.1";
    const shown = "certificate" in identity ? identity : undefined;
    this.#endpoint = {
      host,
      port,
      protocols: ["h2"],
      tls: {
        serverName: host,
        roots: ca,
        ...(shown && { identity: () => Promise.resolve(shown) }),
      },
    };
    this.#headers = {
      accept: "application/json",
      ...("token" in identity && { authorization: `Bearer ${identity.token}` }),
    };
  }

  async request(
    method: string,
    path: string,
    body?: Uint8Array | string,
    contentType = "application/json",
  ): Promise<Answer> {
    return await this.#transport.call(this.#endpoint, {
      method,
      path,
      headers: { ...this.#headers, ...(body !== undefined && { "content-type": contentType }) },
      ...(body !== undefined && { body: typeof body === "string" ? encoder.encode(body) : body }),
    });
  }

  /** The pieces of an answer that does not end. */
  async stream(path: string): Promise<AsyncIterator<Uint8Array>> {
    const { body } = await this.#transport.send(this.#endpoint, {
      method: "GET",
      path,
      headers: this.#headers,
    });
    return body[Symbol.asyncIterator]();
  }

  close(): void {
    this.#transport.close();
  }
}
