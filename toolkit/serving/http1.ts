/**
 * HTTP/1.1 (and 1.0) of the runtime in the neutral shape.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { NO_PLACE } from "../slots.ts";
import type { Connection, UnderWay } from "./connection.ts";
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
import { DISCARDED_BODY_BYTES, PIECE_BYTES, UNREAD_BODY_MS } from "./limits.ts";
import { type Pieces, slices } from "./pieces.ts";
import { readableBody, StreamPieces } from "./stream_pieces.ts";
import { writeChunk } from "./chunk.ts";
import { headersOf, headProblem, parseTarget, type Target } from "./target.ts";

/** The body of a response that has none. */
const NOTHING = new Uint8Array(0);

/** Answers one request. */
export function serveHttp1(
  serving: Serving,
  connection: Connection,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const exchange = new Http1Exchange(serving, connection, incoming, outgoing);
  exchange.start();
}

/** The request in the neutral shape, or why it must be refused. */
export function http1Request(
  serving: Serving,
  connection: Connection,
  incoming: IncomingMessage,
  abort: LazyAbort,
  body: () => AsyncIterable<Uint8Array>,
  upgrade?: string,
): HttpRequest | HttpResponse {
  const url = incoming.url ?? "";
  const problem = headProblem(url, incoming.rawHeaders, serving.limits);
  if (problem !== undefined) return plain(problem.status, problem.reason);
  const target = parseTarget(url);
  if (target === undefined) return plain(400, "malformed request target");
  return new Http1Request(connection, incoming, target, abort, body, upgrade);
}

class Http1Request implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly version: string;
  readonly upgrade?: string;
  readonly body: () => AsyncIterable<Uint8Array>;
  readonly #connection: Connection;
  readonly #abort: LazyAbort;
  readonly #raw: readonly string[];
  #headers: Headers | undefined;

  constructor(
    connection: Connection,
    incoming: IncomingMessage,
    target: Target,
    abort: LazyAbort,
    body: () => AsyncIterable<Uint8Array>,
    upgrade: string | undefined,
  ) {
    this.method = incoming.method ?? "";
    this.path = target.path;
    this.query = target.query;
    this.version = incoming.httpVersion;
    if (upgrade !== undefined) this.upgrade = upgrade;
    this.body = body;
    this.#connection = connection;
    this.#abort = abort;
    this.#raw = incoming.rawHeaders;
  }

  get headers(): Headers {
    return this.#headers ??= headersOf(this.#raw);
  }

  get peer() {
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
}

class Http1Exchange implements UnderWay {
  place = NO_PLACE;
  readonly #serving: Serving;
  readonly #connection: Connection;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #abort = new LazyAbort();
  #sender: Sender | undefined;
  #over = false;

  constructor(
    serving: Serving,
    connection: Connection,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ) {
    this.#serving = serving;
    this.#connection = connection;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  start(): void {
    this.#connection.begin(this);
    this.#outgoing.on("close", this.#closed);
    // What goes wrong on the way out ends in "close" as well.
    this.#outgoing.on("error", () => {});
    this.#incoming.on("error", () => {});
    const request = http1Request(
      this.#serving,
      this.#connection,
      this.#incoming,
      this.#abort,
      () => this.#body(),
    );
    if ("status" in request) return this.#send(request);
    this.#serving.turns.take(this.#connection.sender, () => {
      if (this.#abort.gone) return;
      respond(
        this.#serving,
        request,
        (response) => this.#send(response),
        () => this.#abort.gone,
      );
    });
  }

  gone(): void {
    this.#closed();
  }

  /** Once, at the end of the response or of the connection, whichever the runtime tells of first. */
  readonly #closed = (): void => {
    if (this.#over) return;
    this.#over = true;
    this.#connection.end(this, this.#serving.connections.now());
    // A response that began before the server was told to stop promised to keep the connection.
    if (this.#serving.connections.closing) this.#connection.closeWhenIdle();
    // What is left of a body stands before the next request; the runtime lets go of unread ones only.
    if (!this.#incoming.complete) this.#incoming.resume();
    if (this.#outgoing.writableFinished) return;
    this.#abort.abort();
    this.#sender?.cancel();
  };

  #body(): AsyncIterable<Uint8Array> {
    const incoming = this.#incoming;
    const { expect } = incoming.headers;
    if (expect !== undefined && !this.#outgoing.headersSent) this.#outgoing.writeContinue();
    return new StreamPieces({
      body: readableBody(incoming, () => incoming.complete && incoming.readableLength === 0),
      abort: this.#abort,
      connections: this.#serving.connections,
      giveUp: () => this.#connection.destroy(),
    });
  }

  #send(response: HttpResponse): void {
    if (this.#abort.gone) return discard(response);
    if (response.upgrade !== undefined) {
      throw new Error("an upgrade was answered to a request that asked for none");
    }
    const { status, body } = response;
    const outgoing = this.#outgoing;
    const headers = fieldsOf(response);
    headers["date"] ??= this.#serving.date.text;
    const leavesBody = this.#leavesBody();
    if (response.closeConnection || this.#serving.connections.closing || leavesBody) {
      headers["connection"] = "close";
    }
    if (isWhole(body)) {
      const bytes = body === undefined ? undefined : bytesOf(body);
      if (!bodiless(status)) headers["content-length"] ??= bytes?.length ?? 0;
      outgoing.writeHead(status, headers);
      const sent = bytes === undefined || this.#incoming.method === "HEAD" ? NOTHING : bytes;
      if (sent.length > PIECE_BYTES) this.#sendPieces(slices(sent));
      else if (leavesBody) this.#endLater(sent);
      else if (sent.length === 0) outgoing.end();
      else outgoing.end(sent);
      return;
    }
    outgoing.writeHead(status, headers);
    if (this.#incoming.method === "HEAD" || bodiless(status)) {
      outgoing.end();
      return discard(response);
    }
    // A watch without an event yet: the client must see that it stands.
    outgoing.flushHeaders();
    this.#sendPieces(body);
  }

  /** The whole response goes at once; its end, which closes the connection, once the client can have read it. */
  #endLater(bytes: Uint8Array): void {
    const outgoing = this.#outgoing;
    if (bytes.length > 0) outgoing.write(bytes);
    else outgoing.flushHeaders();
    const timer = this.#serving.connections.after(UNREAD_BODY_MS, () => outgoing.end());
    outgoing.once("close", () => timer.cancel());
  }

  #sendPieces(body: AsyncIterable<Uint8Array> | PushBody): void {
    this.#sender = senderOf(body, piecesOf(this.#outgoing), this.#serving);
    this.#sender.start();
  }

  /** Whether so much of the body would be left that reading it costs more than a connection. */
  #leavesBody(): boolean {
    if (this.#incoming.complete) return false;
    const { headers } = this.#incoming;
    if (headers.expect !== undefined) return true;
    if (headers["transfer-encoding"] !== undefined) return true;
    return Number(headers["content-length"] ?? 0) > DISCARDED_BODY_BYTES;
  }
}

/**
 * Where the pieces of a body go: to the socket, framed as chunks here, once for all clients of a
 * piece. The runtime's way there takes a third of what it costs to send an event to a watcher
 * (measured); the head and the end of the response stay its own.
 */
function piecesOf(outgoing: ServerResponse): Pieces {
  const rest = {
    end: () => void outgoing.end(),
    reset: () => void outgoing.destroy(),
  };
  const { socket } = outgoing;
  // It has none yet while one that comes before it on the connection is still being sent.
  if (socket === null || !outgoing.chunkedEncoding) {
    return {
      ...rest,
      write: (piece) => outgoing.write(piece),
      onDrain: (callback) => outgoing.once("drain", callback),
    };
  }
  return {
    ...rest,
    write: (piece) => !socket.writable || writeChunk(socket, piece),
    onDrain: (callback) => socket.once("drain", callback),
  };
}
