/**
 * The bytes of objects by entry: those of each alone, and parts that it has in common with others.
 *
 * @module
 */

import { SharedParts } from "./shared_parts.ts";
import { Slabs } from "./slabs.ts";

/** So many parts of an object can be shared. */
export const SHARED_PARTS_LIMIT = 255;
/** Before the bytes of an object stands how many shared parts it has, and their numbers. */
const COUNT_BYTES = 1;
const NUMBER_BYTES = 4;
const NO_PARTS: readonly Uint8Array[] = [];

/** What is kept of an object. Both are shared: they are not to be written to. */
export interface Kept {
  readonly bytes: Uint8Array;
  /** Undefined where there are none. */
  readonly shared: readonly Uint8Array[] | undefined;
}

/** Bytes by entry. What was handed out never changes. */
export class KeptBytes {
  readonly #slabs = new Slabs();
  readonly #parts = new SharedParts();
  /** Of what stands before the bytes of all objects. */
  #headBytes = 0;
  #head = new Uint8Array(COUNT_BYTES + SHARED_PARTS_LIMIT * NUMBER_BYTES);

  /** What all objects take: a part that several have in common counts once. */
  get liveBytes(): number {
    return this.#slabs.liveBytes - this.#headBytes + this.#parts.liveBytes;
  }

  /** The bytes of all buffers. */
  get heldBytes(): number {
    return this.#slabs.heldBytes + this.#parts.heldBytes;
  }

  /** Copies bytes; returns the number of the entry. Throws a RangeError for too many parts. */
  add(bytes: Uint8Array, shared: readonly Uint8Array[] = NO_PARTS): number {
    return this.#slabs.add(bytes, this.#headOf(shared));
  }

  /** Puts other bytes in the place of an entry's. */
  replace(entry: number, bytes: Uint8Array, shared: readonly Uint8Array[] = NO_PARTS): void {
    // First, so that a part that stays the same stays where it is.
    const head = this.#headOf(shared);
    this.#release(entry);
    this.#slabs.replace(entry, bytes, head);
  }

  /** Forgets an entry; its number is used again. */
  remove(entry: number): void {
    this.#release(entry);
    this.#slabs.remove(entry);
  }

  get(entry: number): Kept {
    const piece = this.#slabs.bytesOf(entry);
    const count = piece[0]!;
    const bytes = piece.subarray(COUNT_BYTES + count * NUMBER_BYTES);
    if (count === 0) return { bytes, shared: undefined };
    const shared = Array.from(
      { length: count },
      (_, at) => this.#parts.bytesOf(numberAt(piece, at)),
    );
    return { bytes, shared };
  }

  #headOf(shared: readonly Uint8Array[]): Uint8Array {
    if (shared.length > SHARED_PARTS_LIMIT) {
      throw new RangeError(
        `an object has ${shared.length} shared parts: no more than ${SHARED_PARTS_LIMIT} can be kept`,
      );
    }
    const head = this.#head;
    head[0] = shared.length;
    let at = COUNT_BYTES;
    for (const bytes of shared) {
      const part = this.#parts.add(bytes);
      for (let byte = 0; byte < NUMBER_BYTES; byte++) head[at++] = part >>> 8 * byte;
    }
    this.#headBytes += at;
    return head.subarray(0, at);
  }

  #release(entry: number): void {
    const piece = this.#slabs.bytesOf(entry);
    this.#headBytes -= COUNT_BYTES + piece[0]! * NUMBER_BYTES;
    for (let at = 0; at < piece[0]!; at++) this.#parts.release(numberAt(piece, at));
  }
}

function numberAt(piece: Uint8Array, at: number): number {
  const start = COUNT_BYTES + at * NUMBER_BYTES;
  return piece[start]! | piece[start + 1]! << 8 | piece[start + 2]! << 16 | piece[start + 3]! << 24;
}
