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
  /**
   * Says who sent it, once that is known: where requests of one sender come faster than they are answered, its
   * connections take turns with others'.
   */
  sentBy(sender: string): void;
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
  /**
   * Takes the body where all of it has come already, in one piece; undefined where it is to be read
   * as {@link body}, with its waits and errors. Most bodies come with their head.
   */
  takeWhole?(): Uint8Array | undefined;
}

/** Where a {@link PushBody} goes: to one client. */
export interface BodySink {
  /**
   * Sends `piece`, which must not change any more: what is sent to many clients is framed once for
   * all of them. False: the client has to catch up; what is sent nevertheless waits in memory.
   */
  write(piece: Uint8Array): boolean;
  /** Calls back once when the client caught up; never when it is gone first. */
  onDrain(callback: () => void): void;
  /** All is sent. */
  end(): void;
  /** There is no more, though it should: the client must not take what it has for the whole. */
  fail(error: unknown): void;
}

/** A body whose maker says when there is more of it: what happens is sent to many at once. */
export interface PushBody {
  /** Called once, when the head is sent; unless {@link cancel} comes first. Must not throw. */
  start(sink: BodySink): void;
  /** The client is gone, or takes no body: called at most once, and not after the end. */
  cancel(): void;
}

/** What is sent back. */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * All of it at once, or pieces that are each sent as they come; none for an empty body. Pieces
   * are asked for no faster than the client takes them, and `return()` is called when it is gone.
   * A {@link PushBody} sends its pieces itself.
   */
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array> | PushBody;
  /** Instead of a body: the connection changes its protocol. See `webSocket()` and `rawUpgrade()`. */
  readonly upgrade?: Upgrade;
  /** The connection takes no request after this one. */
  readonly closeConnection?: boolean;
  /** The same over HTTP/2 only: the client comes back by a new one, and balancers see it again. */
  readonly goAway?: boolean;
}

/** Answers requests. A rejection is a 500, logged, and the server lives on. */
export type Handler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;
