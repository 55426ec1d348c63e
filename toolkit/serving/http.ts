/**
 * Requests and responses as handlers see them, whatever server or protocol version carries them.
 * Nothing outside of this folder sees the runtime's own types.
 *
 * @module
 */

import type { Peer } from "./peer.ts";

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
  /** Aborts when the client is gone or the server stops at once. */
  readonly signal: AbortSignal;
  /** The body as it arrives; read it once. */
  body(): AsyncIterable<Uint8Array>;
}

/** What is sent back. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** All of it at once, or pieces that are each sent as they come; none for an empty body. */
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array>;
}

/** Answers requests. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
