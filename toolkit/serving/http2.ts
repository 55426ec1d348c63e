/**
 * HTTP/2 of the runtime in the neutral shape: its streams as they are, without the layer that
 * makes them look like HTTP/1.1.
 *
 * @module
 */

import { constants, type ServerHttp2Stream } from "node:http2";
import type { Connection } from "./connection.ts";
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
import type { SentBytes } from "../transport/http2_guard.ts";
import type { Peer } from "./peer.ts";
import { DISCARDED_STREAM_BYTES, PIECE_BYTES, STREAM_BACKLOG_BYTES } from "./limits.ts";
import { type Pieces, slices } from "./pieces.ts";
import { StreamPieces } from "./stream_pieces.ts";
import { headersOf, headProblem, parseTarget } from "./target.ts";

/** Fields that speak of one connection and have no place in HTTP/2. */
const CONNECTION_FIELDS = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
];

/** Answers the request of one stream; `raw` are its header fields, names and values in turn. */
export function serveHttp2(
  serving: Serving,
  connection: Connection,
  stream: ServerHttp2Stream,
  raw: readonly string[],
  ended: boolean,
): void {
  new Http2Exchange(serving, connection, stream, raw, ended).start();
}

class Http2Exchange implements HttpRequest {
  method = "";
  path = "";
  query = "";
  readonly version = "2.0";
  readonly #serving: Serving;
  readonly #connection: Connection;
  readonly #stream: ServerHttp2Stream;
  readonly #raw: readonly string[];
  /** Whether the request has no body. */
  readonly #ended: boolean;
  readonly #abort = new LazyAbort();
  #headers: Headers | undefined;
  #sender: Sender | undefined;
  #over = false;
  /** Whether the end of the response was handed to the runtime. */
  #sent = false;
  /** The request's body, as the handler reads it. */
  #pieces: StreamPieces | undefined;
  /** Whether enough of a body that nobody read was taken in. */
  #discarded = false;
  /** Sends, or gives up, a response that waits for room. */
  #held: (() => void) | undefined;

  constructor(
    serving: Serving,
    connection: Connection,
    stream: ServerHttp2Stream,
    raw: readonly string[],
    ended: boolean,
  ) {
    this.#serving = serving;
    this.#connection = connection;
    this.#stream = stream;
    this.#raw = raw;
    this.#ended = ended;
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      const headers = headersOf(this.#raw) as Record<string, string>;
      const authority = pseudo(this.#raw, ":authority");
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

  cancel(reason: unknown): void {
    this.#abort.cancel(reason);
  }

  start(): void {
    this.#connection.begin(this.#closed);
    this.#stream.on("close", this.#closed);
    // What goes wrong ends in "close" as well.
    this.#stream.on("error", () => {});
    this.method = pseudo(this.#raw, ":method") ?? "";
    const url = pseudo(this.#raw, ":path") ?? "";
    const problem = headProblem(url, this.#raw, this.#serving.limits);
    if (problem !== undefined) return this.#send(plain(problem.status, problem.reason));
    if (this.method === "CONNECT") return this.#send(plain(405, "CONNECT is not served"));
    const target = parseTarget(url);
    if (target === undefined) return this.#send(plain(400, "malformed request target"));
    this.path = target.path;
    this.query = target.query;
    respond(
      this.#serving,
      this,
      (response) => this.#send(response),
      () => this.#abort.gone,
    );
  }

  body(): AsyncIterable<Uint8Array> {
    const stream = this.#stream;
    if (!this.#ended && this.headers["expect"] !== undefined && !stream.headersSent) {
      stream.additionalHeaders({ ":status": 100 });
    }
    return this.#pieces = new StreamPieces({
      stream,
      isWhole: () => this.#ended,
      isCut: () => stream.aborted,
      abort: this.#abort,
      connections: this.#serving.connections,
      giveUp: () => stream.close(constants.NGHTTP2_CANCEL),
    });
  }

  /** Once, at the end of the stream or of the connection, whichever the runtime tells of first. */
  readonly #closed = (): void => {
    if (this.#over) return;
    this.#over = true;
    this.#connection.end(this.#closed, this.#serving.connections.now());
    const { writableFinished, rstCode } = this.#stream;
    // A stream that the runtime ends by itself calls itself finished too.
    if (this.#sent && writableFinished && rstCode === constants.NGHTTP2_NO_ERROR) return;
    this.#abort.abort();
    this.#sender?.cancel();
    this.#held?.();
  };

  #send(response: HttpResponse): void {
    const stream = this.#stream;
    if (this.#abort.gone || stream.destroyed || stream.closed) return discard(response);
    if (this.#connection.congested) return this.#sendLater(response);
    if (isWhole(response.body) && this.#leavesBody()) {
      return this.#discardBody(() => this.#send(response));
    }
    if (response.upgrade !== undefined) {
      throw new Error("an upgrade was answered to a request that asked for none");
    }
    const { status, body } = response;
    const headers = fieldsOf(response);
    headers[":status"] = status;
    for (const name of CONNECTION_FIELDS) {
      if (name in headers) delete headers[name];
    }
    if (isWhole(body)) {
      const bytes = body === undefined ? undefined : bytesOf(body);
      if (!bodiless(status)) headers["content-length"] ??= bytes?.length ?? 0;
      if (bytes === undefined || bytes.length === 0 || this.#mayHaveNoBody(status)) {
        this.#respondWithoutBody(headers);
      } else {
        stream.respond(headers);
        if (bytes.length <= PIECE_BYTES) this.#end(bytes);
        else this.#sendPieces(slices(bytes));
      }
    } else if (this.#mayHaveNoBody(status)) {
      this.#respondWithoutBody(headers);
      discard(response);
    } else {
      stream.respond(headers);
      this.#sendPieces(body);
    }
    if (response.closeConnection) this.#connection.session?.close();
  }

  #respondWithoutBody(headers: Record<string, string | number | string[]>): void {
    this.#sent = true;
    this.#stream.respond(headers, { endStream: true });
  }

  #end(last?: Uint8Array): void {
    if (this.#leavesBody()) return this.#discardBody(() => this.#end(last));
    this.#sent = true;
    // Not in one call: the runtime then closes the stream while it still writes to it, and makes
    // errors of that, which cost three quarters of the throughput (measured).
    if (last !== undefined) this.#stream.write(last);
    this.#stream.end();
  }

  /** Whether the client may still be sending a body that nobody reads. */
  #leavesBody(): boolean {
    return !this.#ended && !this.#pieces?.taken && !this.#discarded && !this.#stream.readableEnded;
  }

  #sendPieces(body: AsyncIterable<Uint8Array> | PushBody): void {
    const pieces = piecesOf(this.#stream, this.#connection, () => this.#end());
    this.#sender = senderOf(body, pieces, this.#serving);
    this.#sender.start();
  }

  /** Holds a response back while the client takes nothing: its requests may not pile up here. */
  #sendLater(response: HttpResponse): void {
    const { connections } = this.#serving;
    const wait = connections.wait(() => this.#connection.destroy());
    const settle = () => {
      connections.done(wait);
      this.#held = undefined;
      this.#send(response);
    };
    this.#held = settle;
    this.#connection.onceDrained(() => this.#held?.());
  }

  #mayHaveNoBody(status: number): boolean {
    return this.method === "HEAD" || bodiless(status);
  }

  /**
   * Takes in what the client still sends, and sends only `then`: some clients look at no response
   * before, others stop at the sight of an error in a way that the runtime ends their connection
   * for, and it lets none send on once the response has ended. A client that stops is cut; one that
   * sends too much gets its response and no more time.
   */
  #discardBody(then: () => void): void {
    const stream = this.#stream;
    const { connections } = this.#serving;
    const cut = () => this.#connection.destroy();
    let left = DISCARDED_STREAM_BYTES;
    let wait = connections.wait(cut);
    const over = () => {
      connections.done(wait);
      if (this.#discarded) return;
      this.#discarded = true;
      if (!stream.destroyed && !stream.closed) then();
    };
    stream.on("data", (piece: Uint8Array) => {
      connections.done(wait);
      wait = connections.wait(cut);
      left -= piece.length;
      if (left < 0) over();
    });
    stream.once("close", () => connections.done(wait));
    stream.once("end", over);
    stream.resume();
  }
}

function pseudo(raw: readonly string[], name: string): string | undefined {
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at] === name) return raw[at + 1];
    // They come before all others.
    if (raw[at]!.charCodeAt(0) !== 58 /* colon */) return undefined;
  }
  return undefined;
}

function piecesOf(stream: ServerHttp2Stream, connection: Connection, end: () => void): Pieces {
  return new StreamWriter(stream, connection, end);
}

/**
 * Writes to a stream, and says when its client has to catch up: it reads nothing from the
 * connection, or does not allow what waits to be sent.
 */
class StreamWriter implements Pieces {
  readonly #stream: ServerHttp2Stream;
  readonly #connection: Connection;
  readonly #sent: SentBytes | undefined;
  #written = 0;
  readonly end: () => void;

  constructor(stream: ServerHttp2Stream, connection: Connection, end: () => void) {
    this.#stream = stream;
    this.#connection = connection;
    this.end = end;
    const { guard } = connection;
    const { id } = stream;
    if (guard === undefined || id === undefined) return;
    this.#sent = guard.follow(id);
    stream.once("close", () => guard.forget(id));
  }

  write(piece: Uint8Array): boolean {
    const stream = this.#stream;
    if (stream.destroyed || stream.closed) return true;
    this.#connection.guard?.gather();
    this.#written += piece.length;
    return stream.write(piece) && !this.#connection.congested && !this.#isBehind();
  }

  onDrain(callback: () => void): void {
    const stream = this.#stream;
    const sent = this.#sent;
    const look = () => {
      if (stream.writableNeedDrain) stream.once("drain", look);
      else if (this.#connection.congested) this.#connection.onceDrained(look);
      else if (sent !== undefined && this.#isBehind()) sent.onMore = look;
      else {
        if (sent !== undefined) sent.onMore = undefined;
        callback();
      }
    };
    look();
  }

  reset(): void {
    this.#stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  #isBehind(): boolean {
    return this.#sent !== undefined && this.#written - this.#sent.bytes > STREAM_BACKLOG_BYTES;
  }
}
