/**
 * A connection that speaks HTTP/2: many requests at once, as far as the server lets them.
 *
 * @module
 */

import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { guardSession } from "./http2_guard.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import type { ClientIdentity } from "./endpoint.ts";
import type { ExchangeOptions, Headers, TransportRequest, TransportResponse } from "./exchange.ts";
import { MAX_INTERIM_RESPONSES } from "./http1_head.ts";
import { PieceQueue, resetError } from "./piece_queue.ts";
import { responseBody } from "./response_body.ts";
import { sendPieces } from "./send_body.ts";
import { ConnectionLost, TransportError, transportError } from "./transport_error.ts";

/** Bytes that may come of one answer before they are read. */
const STREAM_WINDOW_BYTES = 1024 * 1024;
/** The same of all answers: none that is not read may hold up the others. */
const CONNECTION_WINDOW_BYTES = 1024 * 1024 * 1024;
/** Requests at a time while the server has not said how many it takes, and if it says more. */
const MOST_STREAMS = 100;
/** Headers of an answer. */
const MOST_HEADERS = 2000;
/**
 * After a request that is given up when nothing has come for so long, its connection takes no others: nobody
 * tells of a connection that is lost on the way, and `node:http2` of Deno 2.7.14 sends no pings.
 */
const SILENT_MS = 30_000;

/** What a connection is made with. */
export interface Http2ConnectionOptions {
  readonly identity: ClientIdentity | undefined;
  readonly clock: Clock;
  readonly events: ConnectionEvents;
  readonly authority: string;
  readonly headLimitBytes: number;
}

/**
 * An HTTP/2 connection that carries as many requests at once as the server allows, up to a bound
 * of its own. A request that is aborted or exceeds a limit ends its own stream only.
 */
export class Http2Connection implements Connection {
  readonly protocol = "h2";
  readonly identity: ClientIdentity | undefined;
  readonly #session: ClientHttp2Session;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  #active = 0;
  #isUsed = false;
  /** When something came last, of any answer. */
  #heardAt = 0;
  #isRetired = false;
  #isClosed = false;

  constructor(
    socket: Socket,
    { identity, clock, events, authority, headLimitBytes }: Http2ConnectionOptions,
  ) {
    this.identity = identity;
    this.#clock = clock;
    this.#events = events;
    const session = this.#session = connect(`https://${authority}`, {
      createConnection: () => socket,
      maxHeaderListPairs: MOST_HEADERS,
      settings: {
        enablePush: false,
        initialWindowSize: STREAM_WINDOW_BYTES,
        maxHeaderListSize: headLimitBytes,
      },
    });
    guardSession(session as unknown as Parameters<typeof guardSession>[0], "once a turn");
    session.on("connect", () => {
      if (!session.destroyed) session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    });
    session.on("error", () => this.destroy());
    session.on("close", () => this.#gone());
    session.on("remoteSettings", () => events.changed(this));
    if (socket.destroyed) this.destroy();
  }

  get isFree(): boolean {
    if (this.#isClosed || this.#isRetired || this.#session.destroyed || this.#session.closed) {
      return false;
    }
    const { maxConcurrentStreams = MOST_STREAMS } = this.#session.remoteSettings ?? {};
    return this.#active < Math.min(maxConcurrentStreams, MOST_STREAMS);
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
    else if (!this.#isClosed) this.#events.changed(this);
  }

  retire(): void {
    this.#isRetired = true;
    if (this.#active === 0) this.destroy();
  }

  destroy(): void {
    this.#session.destroy();
    this.#gone();
  }

  #heard(): void {
    this.#heardAt = this.#clock.monotonic();
  }

  /** An answer that was asked for at a moment is waited for no longer. */
  #givenUp(asked: number): void {
    const since = Math.max(asked, this.#heardAt);
    if (this.#clock.monotonic() - since >= SILENT_MS) this.retire();
  }

  #gone(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.closed(this);
  }

  async exchange(options: ExchangeOptions): Promise<TransportResponse> {
    const { request, limits } = options;
    const { signal } = request;
    this.#isUsed = true;
    const asked = this.#clock.monotonic();
    let failure: { readonly error: unknown } | undefined;
    let stream: ClientHttp2Stream | undefined;
    const head = Promise.withResolvers<ResponseHeaders>();
    const fail = (error: unknown) => {
      failure ??= { error };
      head.reject(failure.error);
      stream?.close(constants.NGHTTP2_CANCEL);
      this.#givenUp(asked);
    };
    const abort = () => fail(signal?.reason);
    const timer = limits.headTimeoutMs === Infinity
      ? undefined
      : this.#clock.after(limits.headTimeoutMs, () => {
        fail(new TransportError(`no answer within ${limits.headTimeoutMs} ms`));
      });
    const sending = { isOver: false };
    let isReleased = false;
    const end = () => {
      timer?.cancel();
      signal?.removeEventListener("abort", abort);
      sending.isOver = true;
      if (isReleased) return;
      isReleased = true;
      this.release();
    };
    try {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", abort, { once: true });
      stream = this.#open(options);
      const opened = stream;
      const pieces = new PieceQueue(opened);
      opened.on("headers", () => this.#heard());
      opened.on("response", () => this.#heard());
      opened.on("data", () => this.#heard());
      watchHead(opened, head, () => failure !== undefined, () => this.#session.destroyed);
      send(opened, request, () => sending.isOver).catch(fail);
      const headers = await head.promise;
      timer?.cancel();
      let rest = announcedLength(headers, request.method);
      const next = async () => {
        try {
          const piece = await pieces.next();
          if (failure !== undefined) throw failure.error;
          rest -= piece?.length ?? 0;
          if (piece === undefined && rest > 0) throw new TransportError("unexpected EOF");
          return piece;
        } catch (error) {
          throw failure === undefined ? transportError(error) : failure.error;
        }
      };
      const done = (whole: boolean) => {
        if (!whole) {
          opened.close(constants.NGHTTP2_CANCEL);
          this.#givenUp(asked);
        }
        end();
      };
      return {
        ...headers,
        body: responseBody({ next, limitBytes: limits.bodyLimitBytes, done }),
      };
    } catch (error) {
      stream?.close(constants.NGHTTP2_CANCEL);
      end();
      if (failure !== undefined) throw failure.error;
      throw signal?.aborted ? signal.reason : transportError(error);
    }
  }

  #open({ request, authority }: ExchangeOptions): ClientHttp2Stream {
    const stream = (() => {
      try {
        return this.#session.request(headersOf(request, authority), {
          endStream: request.body === undefined,
        });
      } catch (cause) {
        // Nothing was sent.
        const { message } = transportError(cause);
        throw new ConnectionLost(message, { cause, refused: true });
      }
    })();
    // What ends it is told by its other events too.
    stream.on("error", () => {});
    return stream;
  }
}

interface ResponseHeaders {
  readonly status: number;
  readonly headers: Headers;
}

/** Settles with the head of an answer, or with why there is none; `isBroken`: the connection is no more. */
function watchHead(
  stream: ClientHttp2Stream,
  head: PromiseWithResolvers<ResponseHeaders>,
  isOurs: () => boolean,
  isBroken: () => boolean,
): void {
  let interim = 0;
  let isThere = false;
  let failed: Error | undefined;
  head.promise.catch(() => {});
  stream.on("headers", () => {
    if (++interim <= MAX_INTERIM_RESPONSES) return;
    head.reject(
      new TransportError(`more than ${MAX_INTERIM_RESPONSES} interim responses`),
    );
  });
  stream.on("response", (fields: Record<string, string | string[] | undefined>) => {
    isThere = true;
    const headers = new Map<string, string | string[]>();
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      if (!name.startsWith(":") && value !== undefined) headers.set(name, value);
    }
    head.resolve({ status: Number(fields[":status"]), headers: Object.fromEntries(headers) });
  });
  stream.on("error", (error: Error) => failed = error);
  stream.on("close", () => {
    // It comes after each answer too: an error that nobody is told costs more than the rest of it.
    if (isThere || isOurs()) return;
    const { rstCode } = stream;
    const refused = rstCode === constants.NGHTTP2_REFUSED_STREAM;
    const why = failed?.message ?? "the server closed the stream without an answer";
    // Of a connection that breaks off the runtime says that each of its streams was reset.
    const isReset = rstCode !== undefined && rstCode !== constants.NGHTTP2_NO_ERROR && !refused &&
      interim === 0 && !isBroken();
    head.reject(
      isReset && rstCode !== constants.NGHTTP2_CANCEL
        ? resetError(rstCode)
        : new ConnectionLost(why, { cause: failed, refused }),
    );
  });
}

/** Bytes that a body has to have; none where the head does not say it. */
function announcedLength({ status, headers }: ResponseHeaders, method: string): number {
  const length = headers["content-length"];
  const isEmpty = method === "HEAD" || status === 204 || status === 304;
  return length === undefined || isEmpty ? 0 : Number(length);
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

function headersOf(
  { method, path, headers = {}, body }: TransportRequest,
  authority: string,
): Record<string, string | string[]> {
  const sent: Record<string, string | string[]> = {
    ":method": method,
    ":scheme": "https",
    ":authority": String(headers.host ?? authority),
    ":path": path,
  };
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (NOT_SENT.has(lower)) continue;
    sent[lower] = typeof value === "string" ? value : [...value];
  }
  if (body instanceof Uint8Array) sent["content-length"] = String(body.length);
  return sent;
}

async function send(
  stream: ClientHttp2Stream,
  { body, headers }: TransportRequest,
  stop: () => boolean,
): Promise<void> {
  if (body === undefined) return;
  if (body instanceof Uint8Array) {
    stream.end(body);
    return;
  }
  const announced = headers?.["content-length"];
  const length = announced === undefined ? undefined : Number(announced);
  if (await sendPieces(stream, body, { length, stop })) stream.end();
}
