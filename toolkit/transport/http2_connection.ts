/**
 * A connection that speaks HTTP/2: many requests at once, as far as the server lets them.
 *
 * @module
 */

import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { ClientConnection } from "../http2/client_connection.ts";
import type { ClientStream } from "../http2/client_stream.ts";
import { ERROR } from "../http2/frame.ts";
import type { ResponseHead } from "../http2/message_head.ts";
import { offAbort, onAbort } from "../on_abort.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import type { ClientIdentity } from "./endpoint.ts";
import {
  type ExchangeOptions,
  type Headers,
  responseBody,
  type TransportRequest,
  type TransportResponse,
  wholeBody,
} from "./exchange.ts";
import { sendPieces } from "./send_body.ts";
import { ConnectionLost, TransportError, transportError } from "./transport_error.ts";

/** Requests at a time while the server has not said how many it takes, and if it says more. */
const MOST_STREAMS = 100;
/** Headers of an answer. */
const MOST_HEADERS = 2000;

/** What a connection is made with. */
export interface Http2ConnectionOptions {
  readonly identity: ClientIdentity | undefined;
  readonly clock: Clock;
  readonly events: ConnectionEvents;
  readonly headLimitBytes: number;
}

/**
 * An HTTP/2 connection that carries as many requests at once as the server allows, up to a bound
 * of its own. A request that is aborted or exceeds a limit ends its own stream only.
 */
export class Http2Connection implements Connection {
  readonly protocol = "h2";
  readonly identity: ClientIdentity | undefined;
  readonly #connection: ClientConnection;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  #active = 0;
  #isUsed = false;
  #isRetired = false;
  #isClosed = false;

  constructor(
    socket: Socket,
    { identity, clock, events, headLimitBytes }: Http2ConnectionOptions,
  ) {
    this.identity = identity;
    this.#clock = clock;
    this.#events = events;
    this.#connection = new ClientConnection(socket, {
      heads: { bytes: headLimitBytes, fields: MOST_HEADERS },
      streams: MOST_STREAMS,
      clock,
      onChange: () => this.#changed(),
      onClose: () => this.#gone(),
    });
  }

  get isFree(): boolean {
    return !this.#isClosed && !this.#isRetired && this.#active < this.#connection.mostStreams;
  }

  get isIdle(): boolean {
    return this.#active === 0;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  reserve(): void {
    this.#active++;
  }

  release(): void {
    this.#active--;
    if (this.#isRetired && this.#active === 0) this.destroy();
    else this.#changed();
  }

  retire(): void {
    this.#isRetired = true;
    if (this.#active === 0) this.destroy();
  }

  destroy(): void {
    this.#connection.destroy();
    this.#gone();
  }

  #changed(): void {
    if (!this.#isClosed) this.#events.changed(this);
  }

  #gone(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.closed(this);
  }

  async exchange(options: ExchangeOptions): Promise<TransportResponse> {
    this.#isUsed = true;
    const { request, limits } = options;
    const exchange = new Http2Exchange(this.#connection, options, () => this.release());
    const timer = limits.headTimeoutMs === Infinity
      ? undefined
      : this.#clock.after(limits.headTimeoutMs, () => {
        exchange.fail(new TransportError(`no answer within ${limits.headTimeoutMs} ms`));
      });
    try {
      request.signal?.throwIfAborted();
      return await exchange.start();
    } catch (error) {
      exchange.fail(error);
      throw request.signal?.aborted ? request.signal.reason : transportError(error);
    } finally {
      timer?.cancel();
    }
  }
}

/** One request, until its answer has been read or is given up. */
class Http2Exchange {
  readonly #connection: ClientConnection;
  readonly #options: ExchangeOptions;
  readonly #release: () => void;
  readonly #head = Promise.withResolvers<ResponseHead>();
  #stream: ClientStream | undefined;
  /** What ended it from this side. */
  #failure: { readonly error: unknown } | undefined;
  #isOver = false;
  /** Wakes who waits for more of the answer. */
  #wake: (() => void) | undefined;
  /** Wakes who waits for the server to take more of the request. */
  #drained: (() => void) | undefined;
  readonly #abort = () => this.fail(this.#options.request.signal?.reason);

  constructor(connection: ClientConnection, options: ExchangeOptions, release: () => void) {
    this.#connection = connection;
    this.#options = options;
    this.#release = release;
  }

  /** Sends the request; settles with the head of the answer. */
  async start(): Promise<TransportResponse> {
    const { request, authority, limits } = this.#options;
    const { method, body, signal } = request;
    if (signal !== undefined) onAbort(signal, this.#abort);
    const stream = this.#stream = this.#connection.open(headOf(request, authority), {
      last: body === undefined,
      isBodyless: method === "HEAD",
    });
    if (stream === undefined) {
      const text = this.#connection.problem ?? "the connection was closed";
      throw new ConnectionLost(text, { refused: true });
    }
    stream.onHead = (head) => this.#head.resolve(head);
    stream.onIncoming = () => this.#wake?.();
    stream.onClose = () => {
      this.#drained?.();
      if (!stream.hasHead) this.#head.reject(this.#failure?.error ?? this.#unanswered(stream));
    };
    if (body instanceof Uint8Array) stream.end(body);
    else if (body !== undefined) {
      this.#sendPieces(stream, body).catch((error) => this.fail(error));
    }
    const head = await this.#head.promise;
    const response = { status: head.status, headers: headersOf(head.raw) };
    if (
      this.#failure === undefined && stream.remoteEnded &&
      stream.receivedBytes <= limits.bodyLimitBytes
    ) {
      const only = stream.take();
      if (!stream.hasIncoming) {
        this.#finish();
        return { ...response, body: wholeBody(only ?? new Uint8Array()) };
      }
      return { ...response, body: this.#body(stream, only) };
    }
    return { ...response, body: this.#body(stream) };
  }

  /** It ends here, for a reason of this side. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#failure ??= { error };
    this.#head.reject(error);
    this.#head.promise.catch(() => {});
    this.#finish();
    this.#wake?.();
  }

  /** Nobody waits for anything more. */
  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const { signal } = this.#options.request;
    if (signal !== undefined) offAbort(signal, this.#abort);
    this.#stream?.forget();
    this.#stream?.reset(ERROR.cancel);
    this.#release();
  }

  #body(stream: ClientStream, first?: Uint8Array) {
    let taken = first;
    const next = async (): Promise<Uint8Array | undefined> => {
      for (;;) {
        if (this.#failure !== undefined) throw this.#failure.error;
        const piece = taken ?? stream.take();
        taken = undefined;
        if (piece !== undefined) return piece;
        if (stream.remoteEnded) return undefined;
        if (stream.closed) throw this.#brokenOff(stream);
        await new Promise<void>((resolve) => this.#wake = resolve);
      }
    };
    const { bodyLimitBytes } = this.#options.limits;
    return responseBody({ next, limitBytes: bodyLimitBytes, done: () => this.#finish() });
  }

  async #sendPieces(stream: ClientStream, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const announced = this.#options.request.headers?.["content-length"];
    const sink = {
      write: (piece: Uint8Array) => stream.write(piece),
      drained: () =>
        new Promise<void>((resolve) => {
          this.#drained = resolve;
          stream.onDrain(resolve);
        }),
    };
    const isWhole = await sendPieces(sink, pieces, {
      length: announced === undefined ? undefined : Number(announced),
      stop: () => this.#isOver || stream.closed,
    });
    if (isWhole) stream.end();
  }

  /** Why a stream ended before its answer. */
  #unanswered(stream: ClientStream): Error {
    const { resetCode: code = ERROR.none, isLost, isRefused, isAnswered, problem } = stream;
    if (problem !== undefined) return new TransportError(problem);
    const isSilent = isLost || isRefused || code === ERROR.none || code === ERROR.cancel;
    if (!isSilent || isAnswered) return resetError(code);
    const why = isLost ? this.#connection.problem : undefined;
    const text = "the server closed the stream without an answer";
    return new ConnectionLost(why === undefined ? text : `${text}: ${why}`, { refused: isRefused });
  }

  /** Why an answer ended before its end. */
  #brokenOff(stream: ClientStream): Error {
    const { resetCode: code = ERROR.none, isLost, problem } = stream;
    if (problem !== undefined) return new TransportError(problem);
    if (!isLost && code !== ERROR.none) return resetError(code);
    const why = isLost ? this.#connection.problem : undefined;
    return new TransportError(why === undefined ? "unexpected EOF" : `unexpected EOF: ${why}`);
  }
}

/** That the server ended a stream with a code. */
function resetError(code: number): TransportError {
  return new TransportError(`the stream was reset with code ${code}`);
}

/** The headers of an answer, several values of one name as a list. */
function headersOf(raw: readonly string[]): Headers {
  // Without a prototype: `__proto__` and `constructor` are names like any other.
  const headers: Record<string, string | string[]> = Object.create(null);
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at]!;
    const value = raw[at + 1]!;
    const before = headers[name];
    headers[name] = before === undefined ? value : [before, value].flat();
  }
  return headers;
}

/** What a connection says for itself in HTTP/1.1, and must not in HTTP/2. */
const NOT_SENT = new Set([
  "connection",
  "host",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);

function headOf(
  { method, path, headers = {}, body }: TransportRequest,
  authority: string,
): Record<string, string | readonly string[]> {
  const sent: Record<string, string | readonly string[]> = {
    ":method": method,
    ":scheme": "https",
    ":authority": String(headers.host ?? authority),
    ":path": path,
  };
  for (const name in headers) {
    const lower = name.toLowerCase();
    if (!NOT_SENT.has(lower)) sent[lower] = headers[name]!;
  }
  if (body instanceof Uint8Array) sent["content-length"] = String(body.length);
  return sent;
}
