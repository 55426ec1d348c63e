/**
 * Requests and streams over HTTP/2, by the runtime's own client: several share one connection, as
 * those of a controller do.
 *
 * @module
 */

import type { Answer, Identity, Requests } from "./connection.ts";

/**
 * An HTTP/2 client of a server on this machine. Requests and streams may run at the same time,
 * and share one connection.
 */
export class SharedConnection implements Requests {
  readonly #client: Deno.HttpClient;
  readonly #origin: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(port: number, ca: string, identity: Identity) {
    const byCertificate = "certificate" in identity
      ? { cert: identity.certificate, key: identity.key }
      : {};
    this.#client = Deno.createHttpClient({
      caCerts: [ca],
      http1: false,
      http2: true,
      ...byCertificate,
    });
    this.#origin = `https://127.0.0.1:${port}`;
    this.#headers = {
      accept: "application/json",
      "accept-encoding": "identity",
      ...("token" in identity && { authorization: `Bearer ${identity.token}` }),
    };
  }

  async request(
    method: string,
    path: string,
    body?: Uint8Array | string,
    contentType = "application/json",
  ): Promise<Answer> {
    const response = await fetch(`${this.#origin}${path}`, {
      method,
      client: this.#client,
      headers: { ...this.#headers, ...(body !== undefined && { "content-type": contentType }) },
      ...(body !== undefined && { body: body as BodyInit }),
    });
    return { status: response.status, body: await response.bytes() };
  }

  /** The pieces of an answer that does not end. */
  async stream(path: string): Promise<ReadableStreamDefaultReader<Uint8Array>> {
    const { body } = await fetch(`${this.#origin}${path}`, {
      client: this.#client,
      headers: this.#headers,
    });
    return body!.getReader();
  }

  close(): void {
    this.#client.close();
  }
}
