/**
 * What goes out of a connection: gathered, and handed to the socket in as few writes as can be.
 *
 * @module
 */

import type { Socket } from "node:net";

/** Bytes that are handed to the socket at once. */
const FLUSHED_BYTES = 128 * 1024;
/** What one more piece may add: the largest frame. */
const SLACK_BYTES = 64 * 1024 + 1024;

/**
 * Buffers of writes that are done, for the next ones: a new one for each write of a large body costs
 * more than the copy (a fifth of a list's time went into collecting them).
 */
const spare: Uint8Array[] = [];
const MOST_SPARE = 8;
/** Below this a buffer of its own is cheaper. */
const SMALL_BYTES = 8 * 1024;

export class Output {
  readonly #socket: Socket;
  readonly #later: (flush: () => void) => void;
  #pieces: Uint8Array[] = [];
  #bytes = 0;
  #scheduled = false;

  /** `later` calls back when what is gathered is to go out. Default: when the task is over. */
  constructor(socket: Socket, later: (flush: () => void) => void = queueMicrotask) {
    this.#socket = socket;
    this.#later = later;
  }

  /** How many pieces wait because the client takes nothing. */
  get waiting(): number {
    return this.#socket.writableNeedDrain ? this.#pieces.length : 0;
  }

  /** Sends `piece`, which must not change any more. */
  send(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= FLUSHED_BYTES) return this.flush();
    if (this.#scheduled) return;
    this.#scheduled = true;
    // What is sent until then goes out together: it shares the price of a write to the socket.
    this.#later(() => {
      this.#scheduled = false;
      this.flush();
    });
  }

  /**
   * Hands over what is gathered. While the socket is full that stays here, where it can be counted
   * and goes out in one write later, unless `atAnyRate`.
   */
  flush(atAnyRate = false): void {
    if (this.#socket.writableNeedDrain && !atAnyRate) return;
    const pieces = this.#pieces;
    const bytes = this.#bytes;
    if (bytes === 0) return;
    this.#pieces = [];
    this.#bytes = 0;
    if (!this.#socket.writable) return;
    if (pieces.length === 1) return void this.#socket.write(pieces[0]!);
    const size = FLUSHED_BYTES + SLACK_BYTES;
    const isLarge = bytes > SMALL_BYTES && bytes <= size;
    const buffer = isLarge ? spare.pop() ?? new Uint8Array(size) : new Uint8Array(bytes);
    let at = 0;
    for (const piece of pieces) {
      buffer.set(piece, at);
      at += piece.length;
    }
    if (!isLarge) return void this.#socket.write(buffer);
    this.#socket.write(buffer.subarray(0, bytes), (error) => {
      // Of a write that broke off nobody knows whether its bytes are still being read.
      if (!error && spare.length < MOST_SPARE) spare.push(buffer);
    });
  }
}
