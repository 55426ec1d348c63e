/**
 * A webhook of tests: HTTPS on the loopback, with a certificate of its own authority.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { makeAuthority, makeCertificate, USAGE } from "../../../toolkit/certificates/mod.ts";
import type { AnyObject } from "../../../testing/api_client.ts";

/** Answers a review; undefined: it answered by itself. */
export type Review = (
  review: AnyObject,
  response: ServerResponse,
  request: IncomingMessage,
) => AnyObject | undefined | Promise<AnyObject | undefined>;

/** Converts custom objects whose v2 calls a field of the spec otherwise than v1. */
export function renaming(first: string, second: string): Review {
  return ({ apiVersion, kind, request }) => ({
    apiVersion,
    kind,
    response: {
      uid: request.uid,
      result: { status: "Success" },
      convertedObjects: request.objects.map((object: AnyObject) => {
        const { [first]: before, [second]: after, ...spec } = object.spec;
        const name = request.desiredAPIVersion.endsWith("v2") ? second : first;
        const value = before ?? after;
        return {
          ...object,
          apiVersion: request.desiredAPIVersion,
          spec: { ...spec, [name]: value },
        };
      }),
    },
  });
}

/** A webhook that runs. */
export class WebhookServer implements AsyncDisposable {
  /** All reviews that came. */
  readonly reviews: AnyObject[] = [];
  /** What answers; may be changed. */
  review: Review;
  readonly #server: Server;
  readonly #authority: string;

  private constructor(server: Server, authority: string, review: Review) {
    this.#server = server;
    this.#authority = authority;
    this.review = review;
  }

  static async start(review: Review): Promise<WebhookServer> {
    const now = new Date();
    const authority = await makeAuthority("webhooks", now);
    const { certificate: cert, key } = await makeCertificate(
      { commonName: "localhost", hosts: ["localhost"], usages: [USAGE.server], now },
      authority,
    );
    const server = createServer({ cert, key });
    const started = new WebhookServer(server, authority.certificate, review);
    server.on("request", (request, response) => {
      started.#answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return started;
  }

  /** A client configuration that leads here. */
  get clientConfig(): AnyObject {
    const { port } = this.#server.address() as AddressInfo;
    return { url: `https://localhost:${port}/review`, caBundle: btoa(this.#authority) };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const piece of request) body += new TextDecoder().decode(piece);
    const review = JSON.parse(body);
    this.reviews.push(review);
    const answer = await this.review(review, response, request);
    if (answer === undefined) return;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(answer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
