/**
 * A WebSocket, from the client's side (RFC 6455): over the same connections and the same trust as
 * requests. Messages are taken from the network only as they are asked for; there are no extensions.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Duplex } from "node:stream";
import { ByteReader } from "./byte_reader.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Headers, TransportRequest, TransportResponse } from "./exchange.ts";
import { plainBytes } from "./byte_reader.ts";
import { TransportError, transportError } from "./transport_error.ts";
import { FrameError, maskedFrame, OPCODE, readFrame } from "./websocket_frame.ts";

/** What a handshake is made with. */
export interface WebSocketRequest {
  /** With the query, percent-encoded. */
  readonly path: string;
  readonly headers?: Headers | undefined;
  /** What is offered, best first. The server may choose none of them. */
  readonly protocols?: readonly string[] | undefined;
  /** Bytes of one message. Default 16 MiB. */
  readonly messageLimitBytes?: number | undefined;
  /** Ends the connection, at any time. */
  readonly signal?: AbortSignal | undefined;
}

/** One message. */
export interface WebSocketMessage {
  readonly data: Uint8Array;
  /** Whether it was sent as text, which is UTF-8 then. */
  readonly isText: boolean;
}

/** How a server ended the conversation. */
export interface WebSocketClose {
  /** 1005 where it said none. */
  readonly code: number;
  readonly reason: string;
}

/** A server that answered with something else than a WebSocket; its answer is the caller's to read. */
export class UpgradeRefused extends TransportError {
  readonly response: TransportResponse;

  constructor(response: TransportResponse) {
    super(`the server answered ${response.status} instead of opening a WebSocket`);
    this.response = response;
  }
}

/** What sends the request of the handshake: a transport. */
export interface UpgradeSender {
  send(endpoint: Endpoint, request: TransportRequest): Promise<TransportResponse>;
}

const MESSAGE_LIMIT_BYTES = 16 * 1024 * 1024;
const KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const NORMAL_CLOSE = 1000;
const NO_STATUS = 1005;
/** Bytes of a reason for closing. */
const REASON_LIMIT_BYTES = 123;

/** Opens a WebSocket. Throws {@link UpgradeRefused} where the server answers as to any request. */
export async function openWebSocket(
  transport: UpgradeSender,
  endpoint: Endpoint,
  request: WebSocketRequest,
): Promise<WebSocketConnection> {
  const { path, protocols = [], signal } = request;
  const key = crypto.getRandomValues(new Uint8Array(16)).toBase64();
  // HTTP/2 has another handshake, which servers of this world do not know.
  const response = await transport.send({ ...endpoint, protocols: ["http/1.1"] }, {
    method: "GET",
    path,
    headers: {
      ...request.headers,
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": key,
      ...(protocols.length > 0 && { "sec-websocket-protocol": protocols.join(", ") }),
    },
    signal,
  });
  const { upgraded, headers } = response;
  if (upgraded === undefined) throw new UpgradeRefused(response);
  const accepted = createHash("sha1").update(key + KEY_SUFFIX).digest("base64");
  const protocol = String(headers["sec-websocket-protocol"] ?? "");
  const isWrong = String(headers.upgrade).toLowerCase() !== "websocket" ||
    headers["sec-websocket-accept"] !== accepted ||
    headers["sec-websocket-extensions"] !== undefined ||
    (protocol !== "" && !protocols.includes(protocol));
  if (isWrong) {
    upgraded.stream.destroy();
    throw new TransportError("the server's answer to the WebSocket handshake is invalid");
  }
  if (upgraded.head.length > 0) upgraded.stream.unshift(Buffer.from(upgraded.head));
  const limit = request.messageLimitBytes ?? MESSAGE_LIMIT_BYTES;
  return new WebSocketConnection(upgraded.stream, protocol, limit, signal);
}

/**
 * An open WebSocket, made by `openWebSocket()`. Messages are read one at a time, by `next()` or
 * by iterating, and pings are answered only while somebody reads.
 */
export class WebSocketConnection implements AsyncIterable<WebSocketMessage>, Disposable {
  /** What the server chose; empty where it chose none. */
  readonly protocol: string;
  readonly #stream: Duplex;
  readonly #reader: ByteReader;
  readonly #limitBytes: number;
  readonly #signal: AbortSignal | undefined;
  #closedBy: WebSocketClose | undefined;
  #isClosing = false;

  constructor(stream: Duplex, protocol: string, limitBytes: number, signal?: AbortSignal) {
    this.protocol = protocol;
    this.#stream = stream;
    this.#limitBytes = limitBytes;
    this.#signal = signal;
    this.#reader = new ByteReader(stream);
    stream.resume();
  }

  /** How the server ended it; undefined: it has not. */
  get closedBy(): WebSocketClose | undefined {
    return this.#closedBy;
  }

  /** Sends a message; settles when there is room for the next one. */
  async send(data: Uint8Array | string): Promise<void> {
    const isText = typeof data === "string";
    const bytes = isText ? new TextEncoder().encode(data) : data;
    await this.#write(isText ? OPCODE.text : OPCODE.binary, bytes);
  }

  /**
   * The next message; undefined when the server has closed the conversation. Rejects when the
   * connection broke off without that, or the server does not keep to the rules.
   */
  async next(): Promise<WebSocketMessage | undefined> {
    try {
      return await this.#message();
    } catch (error) {
      if (error instanceof FrameError) {
        await this.#sayClose(error.code, "").catch(() => {});
      }
      this.#stream.destroy();
      throw this.#signal?.aborted ? this.#signal.reason : transportError(error);
    }
  }

  async #message(): Promise<WebSocketMessage | undefined> {
    const parts: Uint8Array[] = [];
    let length = 0;
    let isText: boolean | undefined;
    while (this.#closedBy === undefined) {
      const { opcode, isLast, payload } = await readFrame(this.#reader, this.#limitBytes - length);
      if (opcode === OPCODE.ping) await this.#write(OPCODE.pong, payload);
      else if (opcode === OPCODE.close) await this.#closed(payload);
      else if (opcode !== OPCODE.pong) {
        if ((opcode === OPCODE.continuation) !== (isText !== undefined)) {
          throw new FrameError("a continuation of no message, or a new message within another one");
        }
        isText ??= opcode === OPCODE.text;
        parts.push(payload);
        length += payload.length;
        if (isLast) return { data: messageOf(parts, isText), isText };
      }
    }
    return undefined;
  }

  async #closed(payload: Uint8Array): Promise<void> {
    if (payload.length === 1) throw new FrameError("a close frame with half a status code");
    const code = payload.length === 0 ? NO_STATUS : (payload[0] ?? 0) * 256 + (payload[1] ?? 0);
    const isKnown = (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code)) ||
      (code >= 3000 && code <= 4999);
    if (payload.length > 0 && !isKnown) {
      throw new FrameError(`a close frame with the invalid status code ${code}`);
    }
    this.#closedBy = { code, reason: textOf(payload.subarray(2)) };
    await this.#sayClose(code === NO_STATUS ? NORMAL_CLOSE : code, "").catch(() => {});
    // What is left of the connection is not waited for.
    this.#stream.end(() => this.#stream.destroy());
  }

  /** Says that nothing more will be sent. What still comes can be read until the server closes too. */
  async close(code: number = NORMAL_CLOSE, reason = ""): Promise<void> {
    await this.#sayClose(code, reason);
  }

  async #sayClose(code: number, reason: string): Promise<void> {
    if (this.#isClosing) return;
    const text = new TextEncoder().encode(reason);
    if (text.length > REASON_LIMIT_BYTES) {
      throw new TransportError("the reason for closing the WebSocket is too long");
    }
    const sent = this.#write(OPCODE.close, Uint8Array.from([code >> 8, code & 255, ...text]));
    this.#isClosing = true;
    await sent;
  }

  /** Ends it at once. */
  destroy(): void {
    this.#stream.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WebSocketMessage> {
    try {
      for (let message = await this.next(); message !== undefined; message = await this.next()) {
        yield message;
      }
    } finally {
      this.destroy();
    }
  }

  async #write(opcode: number, payload: Uint8Array): Promise<void> {
    const stream = this.#stream;
    this.#signal?.throwIfAborted();
    if (this.#isClosing || stream.destroyed || this.#reader.over) {
      throw new TransportError("the WebSocket is closed");
    }
    if (stream.write(maskedFrame(opcode, payload))) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        stream.off("drain", done);
        stream.off("close", done);
        resolve();
      };
      stream.on("drain", done);
      stream.on("close", done);
    });
    this.#signal?.throwIfAborted();
  }
}

function messageOf(parts: readonly Uint8Array[], isText: boolean): Uint8Array {
  const [first] = parts;
  const data = parts.length === 1 && first !== undefined ? first : Buffer.concat(parts);
  if (isText) textOf(data);
  return plainBytes(data);
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new FrameError("a text message that is not UTF-8", 1007);
  }
}
