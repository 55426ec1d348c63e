/**
 * What comes on a connection, taken as it is asked for: the other side is made to wait while nobody
 * reads.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";

/** Bytes that wait here before the connection is read no further. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * Reads a stream by pulling: `more()` waits for bytes and `take()` removes them. The stream is
 * paused while as much as the high-water mark waits unread.
 */
export class ByteReader {
  readonly #stream: Duplex;
  readonly #onData: (piece: Uint8Array) => void;
  #buffered: Buffer = Buffer.alloc(0);
  /** What `#buffered` is a part of, from `#start` on, if it is our own. */
  #room: Buffer | undefined;
  #start = 0;
  #wake: (() => void) | undefined;
  #over = false;
  #failure: Error | undefined;
  /** Called with each piece that comes while nobody waits for one. */
  onUnasked: (() => void) | undefined;

  constructor(stream: Duplex) {
    this.#stream = stream;
    this.#onData = (piece) => {
      this.#append(piece);
      if (this.#buffered.length >= HIGH_WATER_BYTES) stream.pause();
      this.#woken();
    };
    stream.on("data", this.#onData);
    stream.on("error", this.#onError);
    stream.on("end", this.#onEnd);
    stream.on("close", this.#onEnd);
  }

  #append(piece: Uint8Array): void {
    const { length } = this.#buffered;
    if (length === 0) {
      this.#buffered = Buffer.from(piece.buffer, piece.byteOffset, piece.length);
      this.#room = undefined;
      return;
    }
    // Room for twice as much each time: many small pieces are not copied again and again.
    const needed = length + piece.length;
    if (this.#room === undefined || this.#start + needed > this.#room.length) {
      this.#room = Buffer.allocUnsafe(needed * 2);
      this.#start = 0;
      this.#room.set(this.#buffered);
    }
    this.#room.set(piece, this.#start + length);
    this.#buffered = this.#room.subarray(this.#start, this.#start + needed);
  }

  readonly #onError = (error: Error) => {
    this.#failure ??= error;
    this.#over = true;
    this.#woken();
  };

  readonly #onEnd = () => {
    this.#over = true;
    this.#woken();
  };

  #woken(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    if (wake !== undefined) wake();
    else this.onUnasked?.();
  }

  /** What is here already. */
  get buffered(): Buffer {
    return this.#buffered;
  }

  /** True once nothing more will come. */
  get over(): boolean {
    return this.#over;
  }

  /** What ended it, if it was no end. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Takes `length` of the bytes that are here. */
  take(length: number): Buffer {
    const taken = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    this.#start += length;
    return taken;
  }

  /** Waits until there are more bytes than now; false: there will be none. Throws what failed. */
  async more(): Promise<boolean> {
    const { length } = this.#buffered;
    while (this.#buffered.length === length) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#over) return false;
      const woken = new Promise<void>((resolve) => this.#wake = resolve);
      if (this.#stream.isPaused()) this.#stream.resume();
      await woken;
    }
    return true;
  }

  /** Leaves the stream, paused, to somebody else, and returns what came of it already. */
  detach(): Uint8Array {
    this.#stream.pause();
    this.#stream.off("data", this.#onData);
    this.#stream.off("error", this.#onError);
    this.#stream.off("end", this.#onEnd);
    this.#stream.off("close", this.#onEnd);
    return plainBytes(this.take(this.#buffered.length));
  }
}

/** The same bytes, not copied: a `Buffer` is compared, cut and printed in other ways. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
