/**
 * One connection of HTTP/2, as both of its sides have it: takes frames in, keeps windows, answers
 * settings and pings, and sends what streams have to say as fast as the other side allows and takes it.
 *
 * The runtime's own HTTP/2 is not used: it frees what it still reads when streams are reset at the
 * wrong moment, holds whatever is written to a peer that does not read, never has a peer wait, and
 * takes twice the processor time of a request.
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
  MAX_WINDOW_BYTES,
  PRIORITY_BYTES,
  readParent,
  readUint32,
  refuse,
  SETTING,
  writeFrameHeader,
} from "./frame.ts";
import { type Frame, FrameReader, unpadded } from "./frame_reader.ts";
import { type Fields, HeadReader } from "./head_reader.ts";
import type { HeadLimits } from "./hpack/decoder.ts";
import type { HeaderEncoder } from "./hpack/encoder.ts";
import type { Output } from "./output.ts";
import { Patience } from "./patience.ts";
import type { Head, Http2Stream, StreamCarrier } from "./stream.ts";

/** What the two sides do differently. */
export interface ConnectionStart {
  readonly output: Output;
  readonly encoder: HeaderEncoder;
  /** Of what exceeds them only the first field is kept. */
  readonly heads: HeadLimits;
  /** Bytes that may come of one body, and of all of the connection, before they are taken. */
  readonly windows: { readonly stream: number; readonly connection: number };
  /** Whether bodies that nobody takes narrow the window of the connection, and so hold up the others. */
  readonly holdsUp: boolean;
  /** Milliseconds, never going back. */
  now(): number;
}

/** Frames that may wait for a peer that takes nothing: answers to what it sends all the same. */
const WAITING_FRAMES = 10_000;
const NOTHING = new Uint8Array();

/** What both sides of a connection do. */
export abstract class FrameConnection<S extends Http2Stream> implements StreamCarrier {
  protected readonly socket: Socket;
  protected readonly output: Output;
  protected readonly bodies: BodySender;
  protected readonly streams = new NumberTable<S>();
  /** The last stream that the client has opened. */
  protected lastStream = 0;
  /** Whether it takes nothing new, or soon will not. */
  protected isClosing = false;

  readonly #start: ConnectionStart;
  readonly #reader = new FrameReader(DEFAULT_FRAME_BYTES);
  readonly #heads: HeadReader;
  readonly #patience: Patience;
  #state: "preface" | "settings" | "open" | "over" = "preface";
  #receiveWindow: number;
  #unacknowledged = 0;
  #initialSendWindow = DEFAULT_WINDOW_BYTES;

  /** Takes over `socket`, which has agreed on HTTP/2. */
  protected constructor(socket: Socket, start: ConnectionStart) {
    this.socket = socket;
    this.output = start.output;
    this.bodies = new BodySender(socket, this.output);
    this.#start = start;
    this.#heads = new HeadReader(start.heads);
    this.#patience = new Patience(() => start.now());
    this.#receiveWindow = start.windows.connection;
    socket.on("data", (bytes: Uint8Array) => this.#receive(bytes));
    socket.on("drain", () => this.#drained());
    socket.on("close", () => this.#gone());
    // Whoever had it before may have paused it.
    socket.resume();
  }

  /** Whether the other side does not take what is sent. */
  get congested(): boolean {
    return this.socket.writableNeedDrain;
  }

  /** Ends the connection and all that is under way at once. */
  destroy(): void {
    this.socket.destroy();
    this.#gone();
  }

  // What streams ask for.

  sendHead({ id }: Http2Stream, head: Head, last: boolean): void {
    const block = this.#start.encoder.encode(head);
    let at = 0;
    do {
      const piece = block.subarray(at, at + this.bodies.frameBytes);
      const type = at === 0 ? FRAME.headers : FRAME.continuation;
      const ended = at + piece.length >= block.length;
      const flags = (ended ? FLAG.endHeaders : 0) | (last && at === 0 ? FLAG.endStream : 0);
      this.output.send(frameOfBytes(type, flags, id, piece));
      at += piece.length;
    } while (at < block.length);
  }

  pending(stream: Http2Stream): void {
    this.bodies.add(stream);
    this.bodies.send();
  }

  consumed(stream: Http2Stream, bytes: number): void {
    if (this.#start.holdsUp) this.#allow(bytes);
    if (stream.closed || stream.remoteEnded) return;
    stream.unacknowledged += bytes;
    if (stream.unacknowledged < this.#start.windows.stream / 2) return;
    this.output.send(frameOfNumbers(FRAME.windowUpdate, stream.id, [stream.unacknowledged]));
    stream.receiveWindow += stream.unacknowledged;
    stream.unacknowledged = 0;
  }

  sendReset({ id }: Http2Stream, code: ErrorCode): void {
    this.output.send(frameOfNumbers(FRAME.resetStream, id, [code]));
  }

  over(stream: Http2Stream): void {
    this.streams.delete(stream.id);
    this.bodies.delete(stream);
    this.streamOver();
  }

  // What the two sides do.

  /** Takes what comes before all frames; false: more is to come of it. */
  protected abstract takePreface(reader: FrameReader): boolean;
  /** Header fields have come whole. */
  protected abstract takeFields(fields: Fields): void;
  /** A frame of a stream has come that takes no more; `stream`: it is known still. */
  protected abstract takeLate(id: number, stream: S | undefined): void;
  /** The other side takes a stream back. */
  protected abstract takeReset(stream: S | undefined, code: ErrorCode): void;
  /** The other side goes away. */
  protected abstract takeGoAway(frame: Frame): void;
  /** A ping was answered. */
  protected abstract takePong(): void;
  /** The other side has told of a setting. Whoever overrides it passes it on. */
  protected takeSetting(setting: number, value: number): void {
    switch (setting) {
      case SETTING.headerTableBytes:
        return this.#start.encoder.readerKeeps(value);
      case SETTING.enablePush:
        return value > 1 ? refuse("a setting that is no flag") : undefined;
      case SETTING.maxFrameBytes:
        if (value < DEFAULT_FRAME_BYTES || value >= 2 ** 24) refuse("a frame size out of bounds");
        this.bodies.allowFrames(value);
        return;
      case SETTING.initialWindowBytes: {
        if (value > MAX_WINDOW_BYTES) throw new ConnectionError(ERROR.flowControl, "too large");
        const more = value - this.#initialSendWindow;
        this.#initialSendWindow = value;
        for (const stream of this.streams.all()) {
          if (this.#widen(stream, more)) continue;
          throw new ConnectionError(ERROR.flowControl, "a window that is too large");
        }
        return;
      }
    }
  }
  /** What the other side did wrong ends a stream. */
  protected abstract refuseStream(stream: S, code: ErrorCode): void;
  /** A stream is over. */
  protected abstract streamOver(): void;
  /** A stream ends with the connection. */
  protected abstract lose(stream: S, code: ErrorCode): void;
  /** The connection is over, if it was not before; `why`: what the other side did wrong. */
  protected abstract connectionOver(why: string | undefined): void;

  /** What a stream begins with. */
  protected get windows(): { readonly send: number; readonly receive: number } {
    return { send: this.#initialSendWindow, receive: this.#start.windows.stream };
  }

  protected get isOver(): boolean {
    return this.#state === "over";
  }

  /** Something came that costs work and is none. Throws when it is too much. */
  protected spend(cost: number): void {
    if (!this.#patience.isOver(cost)) return;
    throw new ConnectionError(ERROR.enhanceYourCalm, "too much that is no request");
  }

  /** Ends the connection when what was sent is out. */
  protected end(): void {
    this.isClosing = true;
    this.#state = "over";
    this.output.flush(true);
    this.socket.destroySoon();
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
      if (!this.takePreface(this.#reader)) return;
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
      if (this.isOver) return;
      if (this.output.waiting > WAITING_FRAMES) {
        throw new ConnectionError(ERROR.enhanceYourCalm, "too many answers that are not taken");
      }
    }
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
        this.spend(1);
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
        return refuse("a promise that nobody takes");
      case FRAME.goAway:
        this.spend(1);
        return this.takeGoAway(frame);
      default:
        return this.spend(1);
    }
  }

  #fields(fields: Fields | undefined): void {
    if (fields !== undefined) this.takeFields(fields);
  }

  #data(frame: Frame): void {
    const { stream: id, payload, flags } = frame;
    this.#receiveWindow -= payload.length;
    if (this.#receiveWindow < 0) throw new ConnectionError(ERROR.flowControl, "over the window");
    const { holdsUp } = this.#start;
    if (!holdsUp) this.#allow(payload.length);
    const body = unpadded(frame);
    const last = (flags & FLAG.endStream) !== 0;
    if (body.length === 0 && !last) this.spend(1);
    const stream = this.streams.get(id);
    if (stream === undefined || stream.remoteEnded) {
      if (holdsUp) this.#allow(payload.length);
      this.checkOpened(id, "a frame");
      return this.takeLate(id, stream);
    }
    stream.receiveWindow -= payload.length;
    if (stream.receiveWindow < 0) {
      if (holdsUp) this.#allow(payload.length);
      return this.refuseStream(stream, ERROR.flowControl);
    }
    if (body.length < payload.length) this.consumed(stream, payload.length - body.length);
    const code = stream.receive(body, last);
    if (code === undefined) return;
    if (holdsUp) this.#allow(body.length);
    this.refuseStream(stream, code);
  }

  /** Refuses what speaks of a stream that no client has opened. */
  protected checkOpened(id: number, what: string): void {
    if (id > this.lastStream || id % 2 === 0) refuse(`${what} of a stream that was not opened`);
  }

  #priority({ stream, payload }: Frame): void {
    this.spend(1);
    if (payload.length !== PRIORITY_BYTES) {
      throw new ConnectionError(ERROR.frameSize, "a priority of another size");
    }
    if (readParent(payload) === stream) refuse("a stream that depends on itself");
  }

  #reset({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) throw new ConnectionError(ERROR.frameSize, "a reset of another size");
    this.checkOpened(id, "a reset");
    this.takeReset(this.streams.get(id), readUint32(payload, 0));
  }

  #settings({ flags, payload }: Frame): void {
    if ((flags & FLAG.ack) !== 0) {
      if (payload.length > 0) throw new ConnectionError(ERROR.frameSize, "an answer with settings");
      return;
    }
    this.spend(1 + payload.length / 6);
    if (payload.length % 6 !== 0) throw new ConnectionError(ERROR.frameSize, "half a setting");
    for (let at = 0; at < payload.length; at += 6) {
      this.takeSetting(payload[at]! << 8 | payload[at + 1]!, readUint32(payload, at + 2));
    }
    this.output.send(frameOfBytes(FRAME.settings, FLAG.ack, 0, NOTHING));
    this.bodies.send();
  }

  #ping({ flags, payload }: Frame): void {
    if (payload.length !== 8) throw new ConnectionError(ERROR.frameSize, "a ping of another size");
    this.spend(1);
    if ((flags & FLAG.ack) !== 0) return this.takePong();
    this.output.send(frameOfBytes(FRAME.ping, FLAG.ack, 0, payload));
  }

  #windowUpdate({ stream: id, payload }: Frame): void {
    if (payload.length !== 4) {
      throw new ConnectionError(ERROR.frameSize, "an update of another size");
    }
    const more = readUint32(payload, 0) & 0x7fffffff;
    if (!this.bodies.settleUpdate()) this.spend(1);
    if (id === 0) {
      if (more === 0) refuse("a window that does not grow");
      this.bodies.widen(more);
    } else {
      this.checkOpened(id, "a window");
      const stream = this.streams.get(id);
      if (stream === undefined) return;
      if (more === 0) return this.refuseStream(stream, ERROR.protocol);
      if (!this.#widen(stream, more)) return this.refuseStream(stream, ERROR.flowControl);
    }
    this.bodies.send();
  }

  /** Allows more to be sent of a stream; false: more than may ever be. */
  #widen(stream: S, more: number): boolean {
    stream.sendWindow += more;
    if (stream.sendWindow > MAX_WINDOW_BYTES) return false;
    if (stream.sendable) this.bodies.add(stream);
    return true;
  }

  /** Bytes of bodies were taken or dropped: as many may come. */
  #allow(bytes: number): void {
    this.#unacknowledged += bytes;
    if (this.#unacknowledged < this.#start.windows.connection / 2) return;
    this.output.send(frameOfNumbers(FRAME.windowUpdate, 0, [this.#unacknowledged]));
    this.#receiveWindow += this.#unacknowledged;
    this.#unacknowledged = 0;
  }

  #drained(): void {
    this.output.flush();
    this.bodies.send();
    for (const stream of this.streams.all()) stream.tellDrained();
  }

  // The end.

  #fail(code: ErrorCode, message: string): void {
    const why = new TextEncoder().encode(message);
    const head = frameOfNumbers(FRAME.goAway, 0, [this.lastStreamOfPeer, code]);
    writeFrameHeader(head, 0, 8 + why.length, FRAME.goAway, 0, 0);
    this.output.send(head);
    this.output.send(why);
    this.end();
    for (const stream of this.streams.all()) this.lose(stream, code);
    this.connectionOver(message);
  }

  /** The last stream of the other side's that was looked at. */
  protected abstract get lastStreamOfPeer(): number;

  #gone(): void {
    const wasOver = this.isOver;
    this.isClosing = true;
    this.#state = "over";
    for (const stream of this.streams.all()) this.lose(stream, ERROR.cancel);
    if (!wasOver) this.connectionOver(undefined);
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
