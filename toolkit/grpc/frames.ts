/**
 * Messages of gRPC on the wire: a flag for compression, the length, the bytes.
 *
 * @module
 */

import { CODE, GrpcError, MessageTooLarge } from "./grpc_error.ts";

const PREFIX_BYTES = 5;

/** Puts the prefix before a message. */
export function frame(message: Uint8Array): Uint8Array {
  const framed = new Uint8Array(PREFIX_BYTES + message.length);
  new DataView(framed.buffer).setUint32(1, message.length);
  framed.set(message, PREFIX_BYTES);
  return framed;
}

/** Cuts messages out of bytes as they arrive. */
export class FrameReader {
  readonly #limit: number;
  readonly #chunks: Uint8Array[] = [];
  #length = 0;
  /** Bytes that the next step needs: a prefix, or the message that it announced. */
  #wanted = PREFIX_BYTES;
  #inMessage = false;

  /** Longer messages than `limitBytes` are refused before they are read. */
  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** Takes bytes in. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next whole message, or undefined while it is not complete. */
  next(): Uint8Array | undefined {
    while (this.#length >= this.#wanted) {
      const bytes = this.#take(this.#wanted);
      if (this.#inMessage) {
        this.#inMessage = false;
        this.#wanted = PREFIX_BYTES;
        return bytes;
      }
      if (bytes[0] !== 0) {
        throw new GrpcError(CODE.internal, "the server sent a compressed message");
      }
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(1);
      if (length > this.#limit) throw new MessageTooLarge(length, this.#limit);
      this.#inMessage = true;
      this.#wanted = length;
    }
    return undefined;
  }

  #take(count: number): Uint8Array {
    const [first] = this.#chunks;
    this.#length -= count;
    if (first !== undefined && first.length >= count) {
      if (first.length === count) this.#chunks.shift();
      else this.#chunks[0] = first.subarray(count);
      return first.subarray(0, count);
    }
    const taken = new Uint8Array(count);
    let filled = 0;
    let used = 0;
    for (const chunk of this.#chunks) {
      if (filled === count) break;
      const part = chunk.subarray(0, count - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length === chunk.length) used++;
      else this.#chunks[used] = chunk.subarray(part.length);
    }
    this.#chunks.splice(0, used);
    return taken;
  }
}
