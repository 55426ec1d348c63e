/**
 * The server's side of one connection of HTTP/2: reads what a client sends, and sends what its
 * streams have to say, as fast as the client allows and takes it.
 *
 * The runtime's own HTTP/2 is not used here: it frees what it still reads when streams are reset at
 * the wrong moment, holds whatever is written to a client that does not read, and takes twice the
 * processor time of a request.
 *
 * @module
 */

import type { Socket } from "node:net";
import { NumberTable } from "../number_table.ts";
import { BodySender } from "./body_sender.ts";
import {
  ConnectionError,
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW_BYTES,
  ERROR,
  type ErrorCode,
  FLAG,
  FRAME,
  frameOfBytes,
  frameOfNumbers,
  MAX_STREAM,
  MAX_WINDOW_BYTES,
  PREFACE,
  PRIORITY_BYTES,
  readParent,
  readUint32,
  refuse,
  SETTING,
  settingsFrame,
  writeFrameHeader,
} from "./frame.ts";
import { type Frame, FrameReader, unpadded } from "./frame_reader.ts";
import { type Fields, HeadReader } from "./head_reader.ts";
import { HeaderEncoder } from "./hpack/encoder.ts";
import { Output } from "./output.ts";
import { Patience } from "./patience.ts";
import { announcedLength, areTrailers, isRequestHead } from "./request_head.ts";
import { type Head, ServerStream, type StreamCarrier } from "./server_stream.ts";

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
const STREAM_WINDOW_BYTES = 256 * 1024;
const CONNECTION_WINDOW_BYTES = 1024 * 1024;
/**
 * What a stream costs that its client takes back, or gives a reason to reset: it has run a handler.
 */
const RESET_COST = 4;
/** Frames that may wait for a client that takes nothing: answers to what it sends all the same. */
const WAITING_FRAMES = 10_000;

const GRACE_PING = Uint8Array.from([0x6f, 0x72, 0x63, 0x68, 0, 0, 0, 0]);
const NOTHING = new Uint8Array();

export class ServerConnection implements StreamCarrier {
  readonly #socket: Socket;
  readonly #options: ServerConnectionOptions;
  readonly #reader = new FrameReader(DEFAULT_FRAME_BYTES);
  readonly #heads: HeadReader;
  readonly #encoder = new HeaderEncoder();
  readonly #patience: Patience;
  readonly #streams = new NumberTable<ServerStream>();
  #state: "preface" | "settings" | "open" | "over" = "preface";
  #lastStream = 0;
  /** The last stream that is served, once the client was told of it. */
  #finalStream: number | undefined;
  #closing = false;
  readonly #output: Output;
  readonly #bodies: BodySender;
  #receiveWindow = CONNECTION_WINDOW_BYTES;
  #unacknowledged = 0;
  #initialSendWindow = DEFAULT_WINDOW_BYTES;

  /** Takes over `socket`, which has agreed on HTTP/2. */
  constructor(socket: Socket, options: ServerConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#output = new Output(socket);
    this.#bodies = new BodySender(socket, this.#output);
    this.#heads = new HeadReader({ bytes: options.headerBytes, fields: options.headerCount });
    this.#patience = new Patience(() => options.now());
    socket.on("data", (bytes: Uint8Array) => this.#receive(bytes));
    socket.on("drain", () => this.#drained());
    socket.on("close", () => this.#gone());
    this.#output.send(settingsFrame([
      [SETTING.maxConcurrentStreams, options.streams],
      [SETTING.initialWindowBytes, STREAM_WINDOW_BYTES],
      [SETTING.maxHeaderListBytes, options.headerBytes],
    ]));
    const more = CONNECTION_WINDOW_BYTES - DEFAULT_WINDOW_BYTES;
    this.#output.send(frameOfNumbers(FRAME.windowUpdate, 0, [more]));
  }

  /** Whether it takes nothing new, or soon will not. */
  get closing(): boolean {
    return this.#closing;
  }

  /** Whether the client does not take what is sent. */
  get congested(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /**
   * Ends the connection when what is under way is done. The client is told first, and what it sends
   * until it knows is still served.
   */
  close(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#output.send(frameOfNumbers(FRAME.goAway, 0, [MAX_STREAM, ERROR.none]));
    this.#output.send(frameOfBytes(FRAME.ping, 0, 0, GRACE_PING));
  }

  /** Ends the connection and all that is under way at once. */
  destroy(): void {
    this.#socket.destroy();
    this.#gone();
  }

  // What streams ask for.

  sendHead({ id }: ServerStream, head: Head, last: boolean): void {
    const block = this.#encoder.encode(head);
    let at = 0;
    do {
      const piece = block.subarray(at, at + this.#bodies.frameBytes);
      const type = at === 0 ? FRAME.headers : FRAME.continuation;
      const ended = at + piece.length >= block.length;
      const flags = (ended ? FLAG.endHeaders : 0) | (last && at === 0 ? FLAG.endStream : 0);
      this.#output.send(frameOfBytes(type, flags, id, piece));
      at += piece.length;
    } while (at < block.length);
  }

  pending(stream: ServerStream): void {
    this.#bodies.add(stream);
    this.#bodies.send();
  }

  consumed(stream: ServerStream, bytes: number): void {
    this.#allow(bytes);
    if (stream.closed || stream.remoteEnded) return;
    stream.unacknowledged += bytes;
    if (stream.unacknowledged < STREAM_WINDOW_BYTES / 2) return;
    this.#output.send(frameOfNumbers(FRAME.windowUpdate, stream.id, [stream.unacknowledged]));
    stream.receiveWindow += stream.unacknowledged;
    stream.unacknowledged = 0;
  }

  sendReset({ id }: ServerStream, code: ErrorCode): void {
    this.#output.send(frameOfNumbers(FRAME.resetStream, id, [code]));
  }

  over(stream: ServerStream): void {
    this.#streams.delete(stream.id);
    this.#bodies.delete(stream);
    this.#endIfDone();
  }

  // What comes.

  #receive(bytes: Uint8Array): void {
    if (this.#state === "over") return;
    try {
      this.#reader.add(bytes);
      this.#read();
    } catch (error) {
      const known = error instanceof ConnectionError;
      this.#fail(known ? error.code : ERROR.internal, known ? error.message : "");
    }
  }

  #read(): void {
    if (this.#state === "preface") {
      const preface = this.#reader.take(PREFACE.length);
      if (preface === undefined) return;
      if (preface.some((byte, at) => byte !== PREFACE[at])) refuse("no preface");
      this.#state = "settings";
    }
    for (;;) {
      const frame = this.#reader.next();
      if (frame === undefined) return;
      if (this.#state === "settings") {
        if (frame.type !== FRAME.settings || (frame.flags & FLAG.ack) !== 0) refuse("no settings");
        this.#state = "open";
      }
      this.#frame(frame);
      if (this.#isOver()) return;
      if (this.#output.waiting > WAITING_FRAMES) {
        throw new ConnectionError(ERROR.enhanceYourCalm, "too many answers that are not taken");
      }
    }
  }

  #isOver(): boolean {
    return this.#state === "over";
  }

  #frame(frame: Frame): void {
    const { type, stream } = frame;
    const { unfinished } = this.#heads;
    if (unfinished !== undefined && (type !== FRAME.continuation || stream !== unfinished)) {
      refuse("a frame in the middle of header fields");
    }
    if (OF_STREAMS.has(type) ? stream === 0 : OF_CONNECTION.has(type) && stream !== 0) {
      refuse("a frame of the wrong stream");
    }
    switch (type) {
      case FRAME.data:
        return this.#data(frame);
      case FRAME.headers:
        if (stream % 2 === 0) refuse("a stream of the server's");
        return this.#fields(this.#heads.begin(frame));
      case FRAME.continuation:
        this.#spend(1);
        return this.#fields(this.#heads.goOn(frame));
      case FRAME.priority:
        return this.#priority(frame);
      case FRAME.resetStream:
        return this.#reset(frame);
      case FRAME.settings:
        return this.#settings(frame);
      case FRAME.ping:
        return this.#ping(frame);
      case FRAME.windowUpdate:
        return this.#windowUpdate(frame);
      case FRAME.pushPromise:
        return refuse("a promise of a client");
      case FRAME.goAway:
        // The client opens no more streams, and ends the connection itself.
        return this.#spend(1);
      default:
        return this.#spend(1);
    }
  }

  #data(frame: Frame): void {
    const { stream: id, payload, flags } = frame;
    this.#receiveWindow -= payload.length;
    if (this.#receiveWindow < 0) throw new ConnectionError(ERROR.flowControl, "over the window");
    const body = unpadded(frame);
    const last = (flags & FLAG.endStream) !== 0;
    if (body.length === 0 && !last) this.#spend(1);
    const stream = this.#streams.get(id);
    if (stream === undefined || stream.remoteEnded) {
      this.#allow(payload.length);
      return this.#onClosed(id, stream);
    }
    stream.receiveWindow -= payload.length;
    if (stream.receiveWindow < 0) {
      this.#allow(payload.length);
      return this.#refuseStream(stream, ERROR.flowControl);
    }
    if (body.length < payload.length) this.consumed(stream, payload.length - body.length);
    const code = stream.receive(body, last);
    if (code === undefined) return;
    this.#allow(body.length);
    this.#refuseStream(stream, code);
  }

  /** Resets a stream for what its client did, which costs as much as if the client had reset it. */
  #refuseStream(stream: ServerStream, code: ErrorCode): void {
    this.#spend(RESET_COST);
    stream.reset(code);
  }

  /** Something came of a stream that takes no more. */
  #onClosed(id: number, stream: ServerStream | undefined): void {
    if (id > this.#lastStream || id % 2 === 0) refuse("a frame of a stream that was not opened");
    if (stream !== undefined) return this.#refuseStream(stream, ERROR.streamClosed);
    this.#spend(1);
    this.#output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.streamClosed]));
  }

  #fields(fields: Fields | undefined): void {
    if (fields === undefined) return;
    const { stream: id, raw, last } = fields;
    const open = this.#streams.get(id);
    if (open !== undefined && !open.remoteEnded) {
      const code = last && areTrailers(raw) ? open.receive(NOTHING, true) : ERROR.protocol;
      if (code !== undefined) this.#refuseStream(open, code);
      return;
    }
    if (id <= this.#lastStream) {
      if (open !== undefined) return this.#onClosed(id, open);
      throw new ConnectionError(ERROR.streamClosed, "a stream that was closed");
    }
    this.#lastStream = id;
    if (this.#finalStream !== undefined || this.#streams.size >= this.#options.streams) {
      this.#spend(1);
      return this.#output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.refusedStream]));
    }
    const length = announcedLength(raw);
    if (!isRequestHead(raw) || length === "malformed" || (last && (length ?? 0) > 0)) {
      this.#spend(1);
      return this.#output.send(frameOfNumbers(FRAME.resetStream, id, [ERROR.protocol]));
    }
    const windows = { send: this.#initialSendWindow, receive: STREAM_WINDOW_BYTES };
    const stream = new ServerStream(this, id, raw, windows, { length, ended: last });
    this.#streams.set(id, stream);
    this.#options.onStream(stream);
  }

  #priority({ stream, payload }: Frame): void {
    this.#spend(1);
    if (payload.length !== PRIORITY_BYTES) {
      throw new ConnectionError(ERROR.frameSize, "a priority of another size");
    }
    if (readParent(payload) === stream) refuse("a stream that depends on itself");
  }

  #reset({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) throw new ConnectionError(ERROR.frameSize, "a reset of another size");
    if (id > this.#lastStream || id % 2 === 0) refuse("a reset of a stream that was not opened");
    const stream = this.#streams.get(id);
    this.#spend(stream === undefined ? 1 : RESET_COST);
    stream?.close(readUint32(payload, 0));
  }

  #settings({ flags, payload }: Frame): void {
    if ((flags & FLAG.ack) !== 0) {
      if (payload.length > 0) throw new ConnectionError(ERROR.frameSize, "an answer with settings");
      return;
    }
    this.#spend(1 + payload.length / 6);
    if (payload.length % 6 !== 0) throw new ConnectionError(ERROR.frameSize, "half a setting");
    for (let at = 0; at < payload.length; at += 6) {
      this.#setting(payload[at]! << 8 | payload[at + 1]!, readUint32(payload, at + 2));
    }
    this.#output.send(frameOfBytes(FRAME.settings, FLAG.ack, 0, NOTHING));
    this.#bodies.send();
  }

  #setting(setting: number, value: number): void {
    switch (setting) {
      case SETTING.headerTableBytes:
        return this.#encoder.readerKeeps(value);
      case SETTING.enablePush:
        return value > 1 ? refuse("a setting that is no flag") : undefined;
      case SETTING.maxFrameBytes:
        if (value < DEFAULT_FRAME_BYTES || value >= 2 ** 24) refuse("a frame size out of bounds");
        this.#bodies.allowFrames(value);
        return;
      case SETTING.initialWindowBytes: {
        if (value > MAX_WINDOW_BYTES) throw new ConnectionError(ERROR.flowControl, "too large");
        const more = value - this.#initialSendWindow;
        this.#initialSendWindow = value;
        for (const stream of this.#streams.all()) {
          if (this.#widen(stream, more)) continue;
          throw new ConnectionError(ERROR.flowControl, "a window that is too large");
        }
        return;
      }
    }
  }

  #ping({ flags, payload }: Frame): void {
    if (payload.length !== 8) throw new ConnectionError(ERROR.frameSize, "a ping of another size");
    this.#spend(1);
    if ((flags & FLAG.ack) === 0) {
      return this.#output.send(frameOfBytes(FRAME.ping, FLAG.ack, 0, payload));
    }
    if (!this.#closing || this.#finalStream !== undefined) return;
    // The client knows by now: what it sent before has come.
    this.#finalStream = this.#lastStream;
    this.#output.send(frameOfNumbers(FRAME.goAway, 0, [this.#lastStream, ERROR.none]));
    this.#endIfDone();
  }

  #windowUpdate({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) {
      throw new ConnectionError(ERROR.frameSize, "an update of another size");
    }
    const more = readUint32(payload, 0) & 0x7fffffff;
    if (!this.#bodies.settleUpdate()) this.#spend(1);
    if (id === 0) {
      if (more === 0) refuse("a window that does not grow");
      this.#bodies.widen(more);
    } else {
      if (id > this.#lastStream || id % 2 === 0) refuse("a window of a stream that was not opened");
      const stream = this.#streams.get(id);
      if (stream === undefined) return;
      if (more === 0) return this.#refuseStream(stream, ERROR.protocol);
      if (!this.#widen(stream, more)) return this.#refuseStream(stream, ERROR.flowControl);
    }
    this.#bodies.send();
  }

  /** Allows more to be sent of a stream; false: more than may ever be. */
  #widen(stream: ServerStream, more: number): boolean {
    stream.sendWindow += more;
    if (stream.sendWindow > MAX_WINDOW_BYTES) return false;
    if (stream.sendable) this.#bodies.add(stream);
    return true;
  }

  /** Bytes of bodies were taken or dropped: as many may come. */
  #allow(bytes: number): void {
    this.#unacknowledged += bytes;
    if (this.#unacknowledged < CONNECTION_WINDOW_BYTES / 2) return;
    this.#output.send(frameOfNumbers(FRAME.windowUpdate, 0, [this.#unacknowledged]));
    this.#receiveWindow += this.#unacknowledged;
    this.#unacknowledged = 0;
  }

  /** Something came that costs work and is none. Throws when it is too much. */
  #spend(cost: number): void {
    if (!this.#patience.isOver(cost)) return;
    throw new ConnectionError(ERROR.enhanceYourCalm, "too much that is no request");
  }

  #drained(): void {
    this.#output.flush();
    this.#bodies.send();
    for (const stream of this.#streams.all()) stream.tellDrained();
  }

  // The end.

  #endIfDone(): void {
    if (this.#finalStream === undefined || this.#streams.size > 0) return;
    this.#end();
  }

  #fail(code: ErrorCode, message: string): void {
    const why = new TextEncoder().encode(message);
    const head = frameOfNumbers(FRAME.goAway, 0, [this.#lastStream, code]);
    writeFrameHeader(head, 0, 8 + why.length, FRAME.goAway, 0, 0);
    this.#output.send(head);
    this.#output.send(why);
    this.#end();
    for (const stream of this.#streams.all()) stream.close(code);
  }

  #end(): void {
    this.#closing = true;
    this.#state = "over";
    this.#output.flush(true);
    this.#socket.destroySoon();
  }

  #gone(): void {
    this.#closing = true;
    this.#state = "over";
    for (const stream of this.#streams.all()) stream.close(ERROR.cancel);
  }
}

const OF_STREAMS: ReadonlySet<number> = new Set([
  FRAME.data,
  FRAME.headers,
  FRAME.priority,
  FRAME.resetStream,
  FRAME.pushPromise,
  FRAME.continuation,
]);
const OF_CONNECTION: ReadonlySet<number> = new Set([FRAME.settings, FRAME.ping, FRAME.goAway]);
