/**
 * Sends the bodies of all streams of a connection, a frame of each in turn, as long as the other
 * side allows it and takes what is sent.
 *
 * @module
 */

import type { Socket } from "node:net";
import {
  ConnectionError,
  DEFAULT_FRAME_BYTES,
  DEFAULT_WINDOW_BYTES,
  ERROR,
  FLAG,
  FRAME,
  FRAME_HEADER_BYTES,
  MAX_WINDOW_BYTES,
  writeFrameHeader,
} from "./frame.ts";
import type { Output } from "./output.ts";
import type { Http2Stream } from "./stream.ts";

/** The largest frame that is sent to a client that allows larger ones. */
const SENT_FRAME_BYTES = 64 * 1024;

/** What is sent at once of a piece that goes to many clients: it is put into frames once for all of them. */
const SHARED_BYTES = 128 * 1024;

/**
 * A shorter piece, cut by a window, was not worth a frame. So much is worth an update of both windows:
 * clients that take a frame a little at a time tell of it as often, Go's every 4 KiB.
 */
const CRUMB_BYTES = 1024;

const NOTHING = new Uint8Array();

export class BodySender {
  readonly #socket: Socket;
  readonly #output: Output;
  /** Streams that have something to send. */
  readonly #ready = new Set<Http2Stream>();
  #window = DEFAULT_WINDOW_BYTES;
  #frameBytes = DEFAULT_FRAME_BYTES;
  /** Updates of windows that the client owes for what it was sent. */
  #owedUpdates = 0;
  #sending = false;

  constructor(socket: Socket, output: Output) {
    this.#socket = socket;
    this.#output = output;
  }

  /** The largest frame that is sent. */
  get frameBytes(): number {
    return this.#frameBytes;
  }

  /** The client takes frames of so many bytes. */
  allowFrames(bytes: number): void {
    this.#frameBytes = Math.min(bytes, SENT_FRAME_BYTES);
  }

  /** The client allows more, of all streams together. */
  widen(bytes: number): void {
    this.#window += bytes;
    if (this.#window <= MAX_WINDOW_BYTES) return;
    throw new ConnectionError(ERROR.flowControl, "a window that is too large");
  }

  /** An update of a window has come; false: nothing was sent that it could be for. */
  settleUpdate(): boolean {
    if (this.#owedUpdates === 0) return false;
    this.#owedUpdates--;
    return true;
  }

  /** A stream has something to send. */
  add(stream: Http2Stream): void {
    this.#ready.add(stream);
  }

  delete(stream: Http2Stream): void {
    this.#ready.delete(stream);
  }

  /** Sends what may be sent. */
  send(): void {
    if (this.#sending) return;
    this.#sending = true;
    for (const stream of this.#ready) {
      if (this.#isCongested()) break;
      if (!this.#sendFrame(stream) || !stream.sendable) continue;
      // Behind all others, now and when it goes on after a pause: who is added last is seen last.
      this.#ready.delete(stream);
      this.#ready.add(stream);
    }
    this.#sending = false;
  }

  #isCongested(): boolean {
    return this.#socket.writableNeedDrain;
  }

  /** Sends one frame of a stream; false when it has none, or may not. */
  #sendFrame(stream: Http2Stream): boolean {
    if (!stream.sendable) {
      this.#ready.delete(stream);
      return false;
    }
    if (stream.sendHeldHead()) return true;
    let piece: Uint8Array = NOTHING;
    if (stream.hasOutgoing) {
      const allowed = Math.min(stream.sendWindow, this.#window);
      const most = Math.min(stream.sharesPieces ? SHARED_BYTES : this.#frameBytes, allowed);
      if (most <= 0) return false;
      piece = stream.takeOutgoing(most);
      this.#window -= piece.length;
      // What a narrow window cuts to crumbs earns its client nothing.
      if (piece.length < most || piece.length >= CRUMB_BYTES) {
        this.#owedUpdates += 2 * Math.ceil(piece.length / CRUMB_BYTES);
      }
    }
    const last = stream.isAtEnd;
    if (stream.sharesPieces && piece.length > 0) {
      this.#output.send(sharedFrames(piece, stream.id, this.#frameBytes));
      // The end comes in a frame of its own.
      if (last) this.#sendData(NOTHING, stream.id, true);
    } else this.#sendData(piece, stream.id, last);
    if (last) stream.sentEnd();
    else stream.tellDrained();
    return true;
  }

  #sendData(piece: Uint8Array, stream: number, last: boolean): void {
    const header = new Uint8Array(FRAME_HEADER_BYTES);
    writeFrameHeader(header, 0, piece.length, FRAME.data, last ? FLAG.endStream : 0, stream);
    this.#output.send(header);
    if (piece.length > 0) this.#output.send(piece);
  }
}

/** Pieces that go to many clients, in their frames: most clients have them on the same stream. */
const framed = new WeakMap<
  Uint8Array,
  { readonly stream: number; readonly frameBytes: number; readonly frames: Uint8Array }
>();

function sharedFrames(piece: Uint8Array, stream: number, frameBytes: number): Uint8Array {
  const known = framed.get(piece);
  if (known?.stream === stream && known.frameBytes === frameBytes) return known.frames;
  const count = Math.ceil(piece.length / frameBytes);
  const frames = new Uint8Array(piece.length + count * FRAME_HEADER_BYTES);
  for (let from = 0, to = 0; from < piece.length; from += frameBytes) {
    const part = piece.subarray(from, from + frameBytes);
    writeFrameHeader(frames, to, part.length, FRAME.data, 0, stream);
    frames.set(part, to + FRAME_HEADER_BYTES);
    to += FRAME_HEADER_BYTES + part.length;
  }
  framed.set(piece, { stream, frameBytes, frames });
  return frames;
}
