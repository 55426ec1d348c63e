/**
 * A connection that speaks HTTP/1.1: one request at a time, and the next one only if everything
 * about the last one was as it should be.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import type { Clock } from "../clock.ts";
import { ByteReader, plainBytes } from "./byte_reader.ts";
import type { Connection, ConnectionEvents } from "./connection.ts";
import type { ClientIdentity } from "./endpoint.ts";
import {
  type ExchangeOptions,
  responseBody,
  type TransportResponse,
  wholeBody,
} from "./exchange.ts";
import { bodyPieces } from "./http1_body.ts";
import {
  bodyLength,
  keepsAlive,
  MAX_INTERIM_RESPONSES,
  readHead,
  requestHead,
  type ResponseHead,
} from "./http1_head.ts";
import { chunkOf, sendPieces, sinkOf } from "./send_body.ts";
import { ConnectionLost, TransportError, transportError } from "./transport_error.ts";

/** Bodies up to this go out together with their head. */
const ONE_WRITE_BYTES = 16 * 1024;
const END_OF_CHUNKS = Buffer.from("0\r\n\r\n");

/** What a connection is made with. */
export interface Http1ConnectionOptions {
  readonly identity: ClientIdentity | undefined;
  readonly clock: Clock;
  readonly events: ConnectionEvents;
  /** Where requests are sent by their whole address, as a proxy wants them: `http://host:port`. */
  readonly origin?: string | undefined;
}

/**
 * An HTTP/1.1 connection that carries one request at a time. It is closed, not used again,
 * unless request and answer were complete, the server keeps it open, and nothing came that was
 * not asked for.
 */
export class Http1Connection implements Connection {
  readonly protocol = "http/1.1";
  readonly identity: ClientIdentity | undefined;
  readonly #socket: Socket;
  readonly #reader: ByteReader;
  readonly #clock: Clock;
  readonly #events: ConnectionEvents;
  readonly #origin: string;
  #isReserved = false;
  #isClosed = false;
  #isRetired = false;
  #isUsed = false;

  constructor(socket: Socket, { identity, clock, events, origin }: Http1ConnectionOptions) {
    this.identity = identity;
    this.#socket = socket;
    this.#clock = clock;
    this.#events = events;
    this.#origin = origin ?? "";
    this.#reader = new ByteReader(socket);
    this.#reader.onUnasked = () => this.#unasked();
    // What came, or ended, before anybody listened.
    if (socket.destroyed) this.destroy();
  }

  get isFree(): boolean {
    return !this.#isReserved && !this.#isClosed;
  }

  get isIdle(): boolean {
    return !this.#isReserved;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get isUsed(): boolean {
    return this.#isUsed;
  }

  reserve(): void {
    this.#isReserved = true;
  }

  release(): void {
    this.#isReserved = false;
    if (this.#isRetired || this.#reader.buffered.length > 0 || this.#reader.over) this.destroy();
    else this.#events.changed(this);
  }

  retire(): void {
    this.#isRetired = true;
    if (!this.#isReserved) this.destroy();
  }

  destroy(): void {
    this.#socket.destroy();
    this.#gone();
  }

  #gone(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#events.closed(this);
  }

  /** Nothing may come while nothing was asked: neither more of an answer, nor an end. */
  #unasked(): void {
    if (!this.#isReserved) this.destroy();
  }

  async exchange(options: ExchangeOptions): Promise<TransportResponse> {
    const { request, limits } = options;
    const { signal } = request;
    const isStale = this.#reader.over || (this.#isUsed && this.#reader.buffered.length > 0);
    this.#isUsed = true;
    /** What ended the exchange from this side. */
    let failure: { readonly error: unknown } | undefined;
    const fail = (error: unknown) => {
      failure ??= { error };
      this.#socket.destroy();
    };
    const abort = () => fail(signal?.reason);
    const late = () => fail(new TransportError(`no answer within ${limits.headTimeoutMs} ms`));
    const timer = limits.headTimeoutMs === Infinity
      ? undefined
      : this.#clock.after(limits.headTimeoutMs, late);
    const end = () => {
      timer?.cancel();
      signal?.removeEventListener("abort", abort);
    };
    const sending = { isOver: false, isDone: false };
    try {
      signal?.throwIfAborted();
      // Ended since it was chosen: nothing of this request was sent on it.
      if (isStale) throw new ConnectionLost("the connection was closed", { refused: true });
      signal?.addEventListener("abort", abort, { once: true });
      this.#send(options, sending).catch(fail);
      const head = await this.#answer(limits.headLimitBytes);
      timer?.cancel();
      if (failure !== undefined) throw failure.error;
      if (head.status === 101) {
        const response = this.#upgrade(head, options);
        end();
        return response;
      }
      return this.#response(head, options, sending, () => failure, end);
    } catch (error) {
      end();
      sending.isOver = true;
      this.destroy();
      if (failure !== undefined) throw failure.error;
      throw signal?.aborted ? signal.reason : transportError(error);
    }
  }

  async #send({ request, authority }: ExchangeOptions, sending: Sending): Promise<void> {
    const { body } = request;
    const target = this.#origin + request.path;
    const { head, length } = requestHead(request, authority, target);
    const socket = this.#socket;
    if (body === undefined) socket.write(head);
    else if (body instanceof Uint8Array) {
      if (body.length <= ONE_WRITE_BYTES) socket.write(Buffer.concat([head, body]));
      else {
        socket.write(head);
        socket.write(body);
      }
    } else {
      socket.write(head);
      const framing = length === undefined ? chunkOf : undefined;
      const stop = () => sending.isOver || socket.destroyed;
      if (!await sendPieces(sinkOf(socket), body, { length, framing, stop })) return;
      if (length === undefined) socket.write(END_OF_CHUNKS);
    }
    sending.isDone = true;
  }

  /** The head of the answer, without those that only say that there will be one. */
  async #answer(headLimitBytes: number): Promise<ResponseHead> {
    for (let interim = 0; interim <= MAX_INTERIM_RESPONSES; interim++) {
      const head = await readHead(this.#reader, headLimitBytes).catch((error) => {
        // Something was answered already: the server has seen the request.
        throw interim > 0 && error instanceof ConnectionLost
          ? new TransportError(error.message)
          : error;
      });
      if (head.status >= 200 || head.status === 101) return head;
    }
    throw new TransportError(`more than ${MAX_INTERIM_RESPONSES} interim responses`);
  }

  #upgrade(head: ResponseHead, { request }: ExchangeOptions): TransportResponse {
    const asked = request.headers?.upgrade ?? request.headers?.Upgrade;
    if (asked === undefined) {
      throw new TransportError("the server switched protocols without being asked");
    }
    const socket = this.#socket;
    const rest = this.#reader.detach();
    this.#gone();
    const { signal } = request;
    const abort = () => socket.destroy();
    signal?.addEventListener("abort", abort, { once: true });
    socket.once("close", () => signal?.removeEventListener("abort", abort));
    return {
      status: head.status,
      headers: head.headers,
      body: wholeBody(new Uint8Array()),
      upgraded: { stream: socket, head: rest },
    };
  }

  #response(
    head: ResponseHead,
    { request, limits }: ExchangeOptions,
    sending: Sending,
    failure: () => { readonly error: unknown } | undefined,
    end: () => void,
  ): TransportResponse {
    const { status, headers } = head;
    const length = bodyLength(head, request.method);
    const done = (whole: boolean) => {
      end();
      sending.isOver = true;
      // A body that the server answered before it was sent would be read as the next request.
      if (whole && sending.isDone && keepsAlive(head) && length !== "until the end") this.release();
      else this.destroy();
    };
    if (typeof length === "number" && length > limits.bodyLimitBytes) {
      throw new TransportError(`the answer is longer than ${limits.bodyLimitBytes} bytes`);
    }
    if (typeof length === "number" && length <= this.#reader.buffered.length) {
      const body = wholeBody(plainBytes(this.#reader.take(length)));
      done(true);
      return { status, headers, body };
    }
    const pieces = bodyPieces(this.#reader, length, limits.headLimitBytes);
    const next = async () => {
      try {
        const piece = await pieces();
        const failed = failure();
        if (failed !== undefined) throw failed.error;
        return piece && plainBytes(piece);
      } catch (error) {
        const failed = failure();
        throw failed === undefined ? transportError(error) : failed.error;
      }
    };
    return {
      status,
      headers,
      body: responseBody({ next, limitBytes: limits.bodyLimitBytes, done }),
    };
  }
}

/** How far the body of a request is. */
interface Sending {
  /** Nobody waits for it any more. */
  isOver: boolean;
  /** All of it was sent. */
  isDone: boolean;
}
