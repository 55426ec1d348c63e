/**
 * The server's side of one connection of HTTP/2: takes requests, and says when no more are taken.
 *
 * @module
 */

import type { Socket } from "node:net";
import {
  ConnectionError,
  DEFAULT_WINDOW_BYTES,
  ERROR,
  type ErrorCode,
  FRAME,
  frameOfBytes,
  frameOfNumbers,
  MAX_STREAM,
  PREFACE,
  refuse,
  SETTING,
  settingsFrame,
} from "./frame.ts";
import { FrameConnection } from "./frame_connection.ts";
import type { FrameReader } from "./frame_reader.ts";
import type { Fields } from "./head_reader.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";
import { Output } from "./output.ts";
import { announcedLength, areTrailers, isRequestHead } from "./message_head.ts";
import { ServerStream } from "./server_stream.ts";

/** What a connection is served with. */
export interface ServerConnectionOptions {
  /** Streams at a time; further ones are refused. */
  readonly streams: number;
  /** Bytes and number of a head's fields; of what exceeds them only the first field is kept. */
  readonly headerBytes: number;
  readonly headerCount: number;
  /** Milliseconds, never going back. */
  now(): number;
  /** A request has begun. */
  onStream(stream: ServerStream): void;
}

/** Bytes that may come of one body, and of all of a connection, before they are taken. */
const WINDOWS = { stream: 256 * 1024, connection: 1024 * 1024 };
/**
 * What a stream costs that its client takes back, or gives a reason to reset: it has run a handler.
 */
const RESET_COST = 4;

const GRACE_PING = Uint8Array.from([0x6f, 0x72, 0x63, 0x68, 0, 0, 0, 0]);
const NOTHING = new Uint8Array();

export class ServerConnection extends FrameConnection<ServerStream> {
  readonly #options: ServerConnectionOptions;
  /** The last stream that is served, once the client was told of it. */
  #finalStream: number | undefined;

  /** Takes over `socket`, which has agreed on HTTP/2. */
  constructor(socket: Socket, options: ServerConnectionOptions) {
    super(socket, {
      output: new Output(socket),
      encoder: new HeaderEncoder(),
      heads: { bytes: options.headerBytes, fields: options.headerCount },
      windows: WINDOWS,
      holdsUp: true,
      now: () => options.now(),
    });
    this.#options = options;
    this.output.send(settingsFrame([
      [SETTING.maxConcurrentStreams, options.streams],
      [SETTING.initialWindowBytes, WINDOWS.stream],
      [SETTING.maxHeaderListBytes, options.headerBytes],
    ]));
    const more = WINDOWS.connection - DEFAULT_WINDOW_BYTES;
    this.output.send(frameOfNumbers(FRAME.windowUpdate, 0, [more]));
  }

  /** Whether it takes nothing new, or soon will not. */
  get closing(): boolean {
    return this.isClosing;
  }

  /**
   * Ends the connection when what is under way is done. The client is told first, and what it sends
   * until it knows is still served.
   */
  close(): void {
    if (this.isClosing) return;
    this.isClosing = true;
    this.output.send(frameOfNumbers(FRAME.goAway, 0, [MAX_STREAM, ERROR.none]));
    this.output.send(frameOfBytes(FRAME.ping, 0, 0, GRACE_PING));
  }

  protected takePreface(reader: FrameReader): boolean {
    const preface = reader.take(PREFACE.length);
    if (preface === undefined) return false;
    if (preface.some((byte, at) => byte !== PREFACE[at])) refuse("no preface");
    return true;
  }

  protected takeFields({ stream: id, raw, last }: Fields): void {
    const open = this.streams.get(id);
    if (open !== undefined && !open.remoteEnded) {
      const code = last && areTrailers(raw) ? open.receive(NOTHING, true) : ERROR.protocol;
      if (code !== undefined) this.refuseStream(open, code);
      return;
    }
    if (id <= this.lastStream) {
      if (open !== undefined) return this.takeLate(id, open);
      throw new ConnectionError(ERROR.streamClosed, "a stream that was closed");
    }
    this.lastStream = id;
    if (this.#finalStream !== undefined || this.streams.size >= this.#options.streams) {
      this.spend(1);
      return this.output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.refusedStream]));
    }
    const length = isRequestHead(raw) ? announcedLength(raw) : "malformed";
    if (length === "malformed" || (last && (length ?? 0) > 0)) {
      this.spend(1);
      return this.output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.protocol]));
    }
    const start = { id, windows: this.windows };
    const stream = new ServerStream(this, start, raw, { length, ended: last });
    this.streams.set(id, stream);
    this.#options.onStream(stream);
  }

  protected takeLate(id: number, stream: ServerStream | undefined): void {
    if (stream !== undefined) return this.refuseStream(stream, ERROR.streamClosed);
    this.spend(1);
    this.output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.streamClosed]));
  }

  protected takeReset(stream: ServerStream | undefined, code: ErrorCode): void {
    this.spend(stream === undefined ? 1 : RESET_COST);
    stream?.close(code);
  }

  protected takeGoAway(): void {
    // The client opens no more streams, and ends the connection itself.
  }

  protected takePong(): void {
    if (!this.isClosing || this.#finalStream !== undefined) return;
    // The client knows by now: what it sent before has come.
    this.#finalStream = this.lastStream;
    this.output.send(frameOfNumbers(FRAME.goAway, 0, [this.lastStream, ERROR.none]));
    this.streamOver();
  }

  /** Resets a stream for what its client did, which costs as much as if the client had reset it. */
  protected refuseStream(stream: ServerStream, code: ErrorCode): void {
    this.spend(RESET_COST);
    stream.reset(code);
  }

  protected streamOver(): void {
    if (this.#finalStream === undefined || this.streams.size > 0) return;
    this.end();
  }

  protected lose(stream: ServerStream, code: ErrorCode): void {
    stream.close(code);
  }

  protected connectionOver(): void {
    // Its streams were told.
  }

  protected get lastStreamOfPeer(): number {
    return this.lastStream;
  }
}
