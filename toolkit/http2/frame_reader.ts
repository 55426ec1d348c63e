/**
 * Takes frames out of the bytes of a connection, wherever the pieces that they come in are cut.
 *
 * @module
 */

import { joinedBytes } from "../joined_bytes.ts";
import { ConnectionError, ERROR, FLAG, FRAME_HEADER_BYTES, readUint32, refuse } from "./frame.ts";

/** One frame. Its payload is a part of what came, not a copy. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Uint8Array;
}

/** Pieces that wait to be joined: one of a single byte costs hundreds. */
const MOST_PIECES = 64;

export class FrameReader {
  readonly #maxFrameBytes: number;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Bytes without which there is nothing to take. */
  #needed = FRAME_HEADER_BYTES;

  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes;
  }

  add(bytes: Uint8Array): void {
    // Of a `Buffer` slices would be no copies.
    this.#pieces.push(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length));
    this.#length += bytes.length;
    if (this.#pieces.length > MOST_PIECES) this.#joined();
  }

  /** The next bytes, if that many are there. */
  take(count: number): Uint8Array | undefined {
    if (this.#length < count) return undefined;
    const all = this.#joined();
    this.#keep(all.subarray(count));
    return all.subarray(0, count);
  }

  /** The next frame, if all of it is there. Throws {@link ConnectionError} on one that is too large. */
  next(): Frame | undefined {
    if (this.#length < this.#needed) return undefined;
    const all = this.#joined();
    const length = all[0]! << 16 | all[1]! << 8 | all[2]!;
    if (length > this.#maxFrameBytes) {
      throw new ConnectionError(ERROR.frameSize, `a frame of ${length} bytes`);
    }
    const end = FRAME_HEADER_BYTES + length;
    if (all.length < end) {
      this.#needed = end;
      return undefined;
    }
    this.#needed = FRAME_HEADER_BYTES;
    this.#keep(all.subarray(end));
    return {
      type: all[3]!,
      flags: all[4]!,
      stream: readUint32(all, 5) & 0x7fffffff,
      payload: all.subarray(FRAME_HEADER_BYTES, end),
    };
  }

  /** All that is there, joined once for as many pieces as it takes to make a frame. */
  #joined(): Uint8Array {
    const [first] = this.#pieces;
    if (this.#pieces.length === 1) return first!;
    const all = joinedBytes(this.#pieces, this.#length);
    this.#pieces = [all];
    return all;
  }

  #keep(rest: Uint8Array): void {
    this.#pieces = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }
}

/** The payload of a frame without what it was filled up with. */
export function unpadded({ flags, payload }: Frame): Uint8Array {
  if ((flags & FLAG.padded) === 0) return payload;
  const [padding] = payload;
  if (padding === undefined || padding >= payload.length) refuse("padding that is too long");
  return payload.subarray(1, payload.length - padding);
}
