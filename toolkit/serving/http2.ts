/**
 * Streams of HTTP/2 in the neutral shape.
 *
 * @module
 */

import { ERROR, type ServerStream } from "../http2/mod.ts";
import { NO_PLACE } from "../slots.ts";
import type { Connection, UnderWay } from "./connection.ts";
import type { Wait } from "./connections.ts";
import {
  bodiless,
  bytesOf,
  discard,
  fieldsOf,
  isWhole,
  LazyAbort,
  plain,
  respond,
  type Sender,
  senderOf,
  type Serving,
} from "./exchange.ts";
import type { Headers, HttpRequest, HttpResponse, PushBody } from "./http.ts";
import type { Peer } from "./peer.ts";
import { DISCARDED_STREAM_BYTES, PIECE_BYTES } from "./limits.ts";
import { type Pieces, slices } from "./pieces.ts";
import { isPushed } from "./push.ts";
import { type IncomingBody, StreamPieces } from "./stream_pieces.ts";
import { headersOf, headProblem, parseTarget } from "./target.ts";

/** Fields that speak of one connection and have no place in HTTP/2. */
const CONNECTION_FIELDS = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
];

/**
 * Answers the request of one stream. Who takes requests back faster than their handlers end has to
 * wait for those: no more of them may be at work unasked than streams may be open.
 */
export function serveHttp2(serving: Serving, connection: Connection, stream: ServerStream): void {
  if (connection.abandoned >= serving.limits.streamsPerConnection) {
    return stream.reset(ERROR.refusedStream);
  }
  new Http2Exchange(serving, connection, stream).start();
}

class Http2Exchange implements HttpRequest, UnderWay {
  place = NO_PLACE;
  method = "";
  path = "";
  query = "";
  readonly version = "2.0";
  readonly #serving: Serving;
  readonly #connection: Connection;
  readonly #stream: ServerStream;
  readonly #abort = new LazyAbort();
  #headers: Headers | undefined;
  #sender: Sender | undefined;
  /** The request's body, as the handler reads it. */
  #pieces: StreamPieces | undefined;
  /** Whether the handler has not answered yet. */
  #working = false;
  /** Whether enough of a body that nobody read was taken in. */
  #discarded = false;
  /** Set from the end of the response to that of the stream. */
  #lingering: Wait | undefined;

  constructor(serving: Serving, connection: Connection, stream: ServerStream) {
    this.#serving = serving;
    this.#connection = connection;
    this.#stream = stream;
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      const { raw } = this.#stream;
      const headers = headersOf(raw) as Record<string, string>;
      const authority = pseudo(raw, ":authority");
      // What HTTP/1.1 calls Host; handlers need not know two names for it.
      if (authority !== undefined) headers["host"] ??= authority;
      this.#headers = headers;
    }
    return this.#headers;
  }

  get peer(): Peer {
    return this.#connection.peer;
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  sentBy(sender: string): void {
    this.#connection.sender = sender;
  }

  cancel(reason: unknown): void {
    this.#abort.cancel(reason);
  }

  start(): void {
    const { raw } = this.#stream;
    this.#connection.begin(this);
    this.#stream.onClose = this.#closed;
    this.method = pseudo(raw, ":method") ?? "";
    const url = pseudo(raw, ":path") ?? "";
    const problem = headProblem(url, raw, this.#serving.limits);
    if (problem !== undefined) return this.#send(plain(problem.status, problem.reason));
    if (this.method === "CONNECT") return this.#send(plain(405, "CONNECT is not served"));
    const target = parseTarget(url);
    if (target === undefined) return this.#send(plain(400, "malformed request target"));
    this.path = target.path;
    this.query = target.query;
    this.#serving.turns.take(this.#connection.sender, this.#respond);
  }

  readonly #respond = (): void => {
    if (this.#stream.closed) return;
    this.#working = true;
    respond(
      this.#serving,
      this,
      (response) => {
        this.#worked();
        this.#send(response);
      },
      () => {
        this.#worked();
        return this.#abort.gone;
      },
    );
  };

  body(): AsyncIterable<Uint8Array> {
    const stream = this.#stream;
    if (!stream.remoteEnded && this.headers["expect"] !== undefined) stream.inform(100);
    return this.#pieces = new StreamPieces({
      body: incomingBody(stream),
      abort: this.#abort,
      connections: this.#serving.connections,
      giveUp: () => stream.reset(ERROR.cancel),
    });
  }

  takeWhole(): Uint8Array | undefined {
    const isRead = this.#pieces !== undefined || this.#abort.reason !== undefined;
    return isRead ? undefined : this.#stream.takeWhole();
  }

  /** The connection is gone, and the stream with it. */
  gone(): void {
    this.#stream.close(ERROR.cancel);
  }

  #worked(): void {
    if (this.#working && this.#stream.closed) this.#connection.abandoned--;
    this.#working = false;
  }

  readonly #closed = (): void => {
    if (this.#working) this.#connection.abandoned++;
    this.#connection.end(this, this.#serving.connections.now());
    if (this.#lingering !== undefined) this.#serving.connections.done(this.#lingering);
    if (this.#stream.answered) return;
    this.#abort.abort();
    this.#sender?.cancel();
  };

  #send(response: HttpResponse): void {
    const stream = this.#stream;
    if (this.#abort.gone || stream.closed) return discard(response);
    if (response.upgrade !== undefined) {
      throw new Error("an upgrade was answered to a request that asked for none");
    }
    if (isWhole(response.body) && this.#leavesBody()) {
      return this.#discardBody(() => this.#send(response));
    }
    const { status, body } = response;
    // Pseudo header fields come before all others.
    const head = { ":status": status, ...fieldsOf(response) } as Record<
      string,
      string | number | string[]
    >;
    for (const name of CONNECTION_FIELDS) {
      if (name in head) delete head[name];
    }
    head["date"] ??= this.#serving.date.text;
    const hasNone = this.method === "HEAD" || bodiless(status);
    if (isWhole(body)) {
      const bytes = body === undefined ? undefined : bytesOf(body);
      if (!bodiless(status)) head["content-length"] ??= bytes?.length ?? 0;
      if (bytes === undefined || bytes.length === 0 || hasNone) this.#respondWithoutBody(head);
      else {
        stream.respond(head, false);
        if (bytes.length <= PIECE_BYTES) this.#end(bytes);
        else this.#sendPieces(slices(bytes));
      }
    } else if (hasNone) {
      this.#respondWithoutBody(head);
      discard(response);
    } else {
      stream.respond(head, false);
      this.#sendPieces(body);
    }
    if (response.closeConnection || response.goAway) this.#connection.http2?.close();
  }

  #respondWithoutBody(head: Record<string, string | number | string[]>): void {
    this.#stream.respond(head, true);
    this.#linger();
  }

  #end(last?: Uint8Array): void {
    if (this.#leavesBody()) return this.#discardBody(() => this.#end(last));
    if (last !== undefined) this.#stream.write(last);
    this.#stream.end();
    this.#linger();
  }

  #sendPieces(body: AsyncIterable<Uint8Array> | PushBody): void {
    const stream = this.#stream;
    stream.sharesPieces = isPushed(body);
    const pieces: Pieces = {
      write: (piece) => stream.write(piece),
      onDrain: (callback) => stream.onDrain(callback),
      end: () => this.#end(),
      reset: () => stream.reset(ERROR.internal),
    };
    this.#sender = senderOf(body, pieces, this.#serving);
    this.#sender.start();
  }

  /** Whether the client may still be sending a body that nobody reads. */
  #leavesBody(): boolean {
    if (this.#stream.remoteEnded || this.#discarded || this.#pieces?.taken) return false;
    // A client that waits to be asked for its body sends none.
    return this.headers["expect"] === undefined || this.#pieces !== undefined;
  }

  /**
   * Takes in what the client still sends, and sends only `then`: some clients look at no response
   * before they have sent all, and others wait for ever once they saw one. Who sends too much, or
   * stands still, gets its response and is told to stop.
   */
  #discardBody(then: () => void): void {
    const stream = this.#stream;
    const { connections } = this.#serving;
    const over = () => {
      connections.done(wait);
      stream.onIncoming = undefined;
      this.#discarded = true;
      if (!stream.closed) then();
    };
    let wait = connections.wait(over);
    const most = stream.receivedBytes + DISCARDED_STREAM_BYTES;
    stream.onIncoming = () => {
      connections.done(wait);
      if (stream.closed) return;
      if (stream.remoteEnded || stream.receivedBytes > most) return over();
      wait = connections.wait(over);
    };
    stream.forget();
  }

  /**
   * Waits for the client to take what is left of the response; then one that still sends a body
   * that nobody reads is told to stop, without an error, as Go's servers do.
   */
  #linger(): void {
    const stream = this.#stream;
    const { connections } = this.#serving;
    if (stream.closed) return;
    if (stream.answered) return stream.reset(ERROR.none);
    this.#lingering = connections.wait(() => stream.reset(ERROR.cancel));
    stream.onAnswered = () => stream.reset(ERROR.none);
  }
}

function incomingBody(stream: ServerStream): IncomingBody {
  return {
    take: () => stream.take(),
    get ended() {
      return stream.remoteEnded && !stream.hasIncoming;
    },
    get broken() {
      return stream.closed ? {} : undefined;
    },
    onChange(look) {
      stream.onIncoming = look;
      return () => stream.onIncoming = undefined;
    },
    forget: () => stream.forget(),
  };
}

function pseudo(raw: readonly string[], name: string): string | undefined {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at] === name) return raw[at + 1];
    // They come before all others.
    if (raw[at]!.charCodeAt(0) !== 58 /* colon */) return undefined;
  }
  return undefined;
}
