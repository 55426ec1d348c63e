/**
 * Requests and responses as handlers see them, whatever server or protocol version carries them.
 * Nothing outside of this folder sees the runtime's own types.
 *
 * @module
 */

import type { Peer } from "./peer.ts";
import type { Upgrade } from "./upgrade.ts";

/** Header fields by lower-case name; a field that came several times is a list. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request. */
export interface HttpRequest {
  readonly method: string;
  /** The path as it was sent, percent-encoding and all, without the query. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  readonly headers: Headers;
  /** "1.0", "1.1" or "2.0". */
  readonly version: string;
  readonly peer: Peer;
  /**
   * Aborts when the client is gone before it has the whole response, or the server stops at once.
   */
  readonly signal: AbortSignal;
  /** Aborts {@link signal} for a reason of the server's own: the client still gets a response. */
  cancel(reason: unknown): void;
  /**
   * The protocol that the client asks to change to, as it wrote it; absent when it asks for none
   * or the connection can't. Only then may the response be an upgrade.
   */
  readonly upgrade?: string;
  /**
   * The body as it arrives; read it once. What is not read is not waited for: the connection ends
   * with the response. A client that waits for `100 Continue` gets it with the first read. Reading
   * rejects with the reason of {@link signal} as soon as that aborts: who sends a byte now and then
   * is never found to stand still.
   */
  body(): AsyncIterable<Uint8Array>;
}

/** What is sent back. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * All of it at once, or pieces that are each sent as they come; none for an empty body. Pieces
   * are asked for no faster than the client takes them, and `return()` is called when it is gone.
   */
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array>;
  /** Instead of a body: the connection changes its protocol. See `webSocket()` and `rawUpgrade()`. */
  readonly upgrade?: Upgrade;
  /** Send the client to a new connection after this response: so that balancers see it again. */
  readonly closeConnection?: boolean;
}

/** Answers requests. A rejection is a 500, logged, and the server lives on. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
