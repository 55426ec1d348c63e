/**
 * Bytes of many objects in few buffers: a hundred thousand small buffers cost more than they hold.
 *
 * @module
 */

/** The size of most buffers. */
export const SLAB_BYTES = 1024 * 1024;
/** The size of the first buffer, so that a store of few objects is small; the next are larger. */
const FIRST_SLAB_BYTES = 16 * 1024;
/** Larger pieces have a buffer of their own: no more than a quarter of a slab stays unused at its end. */
const SHARED_LIMIT_BYTES = SLAB_BYTES / 4;

const NOTHING = new Uint8Array();

/** A buffer that holds pieces one after the other. */
interface Slab {
  readonly bytes: Uint8Array;
  /** Where the next piece goes. */
  end: number;
  /** How many of its bytes are those of pieces that are still there. */
  live: number;
  /** The pieces that were ever put here: some are gone or have moved. */
  readonly pieces: number[];
}

/**
 * Pieces of bytes by number. Bytes that were handed out never change: space is only ever appended to,
 * and a buffer of which less than half is in use is copied and dropped as a whole.
 */
export class Slabs {
  readonly #slabs: (Slab | undefined)[] = [];
  readonly #freeSlabs: number[] = [];
  /** The slab that is being filled; -1: none. */
  #open = -1;
  /** Of each piece: its slab, or -1; where it begins; its length. */
  #slab = new Int32Array(256).fill(-1);
  #offset = new Int32Array(256);
  #length = new Int32Array(256);
  readonly #freePieces: number[] = [];
  #pieces = 0;
  #liveBytes = 0;
  #heldBytes = 0;

  /** The bytes of all pieces. */
  get liveBytes(): number {
    return this.#liveBytes;
  }

  /** The bytes of all buffers. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Copies bytes, those of `head` first; returns the number of the piece. */
  add(bytes: Uint8Array, head: Uint8Array = NOTHING): number {
    const piece = this.#freePieces.pop() ?? this.#newPiece();
    this.#place(piece, bytes, head);
    return piece;
  }

  /** Puts other bytes in the place of a piece's. */
  replace(piece: number, bytes: Uint8Array, head: Uint8Array = NOTHING): void {
    this.#drop(piece);
    this.#place(piece, bytes, head);
  }

  /** Forgets a piece; its number is used again. */
  remove(piece: number): void {
    this.#drop(piece);
    this.#freePieces.push(piece);
  }

  /** The bytes of a piece. They are shared, and never change: they are not to be written to. */
  bytesOf(piece: number): Uint8Array {
    const offset = this.#offset[piece]!;
    return this.#slabOf(piece).bytes.subarray(offset, offset + this.#length[piece]!);
  }

  #slabOf(piece: number): Slab {
    const slab = this.#slabs[this.#slab[piece] ?? -1];
    if (slab === undefined) throw new Error(`slabs: there is no piece ${piece}`);
    return slab;
  }

  #newPiece(): number {
    if (this.#pieces === this.#slab.length) {
      const grown = (old: Int32Array) => {
        const larger = new Int32Array(old.length * 2).fill(-1);
        larger.set(old);
        return larger;
      };
      this.#slab = grown(this.#slab);
      this.#offset = grown(this.#offset);
      this.#length = grown(this.#length);
    }
    return this.#pieces++;
  }

  #place(piece: number, bytes: Uint8Array, head: Uint8Array): void {
    const length = head.length + bytes.length;
    const at = length > SHARED_LIMIT_BYTES ? this.#newSlab(length) : this.#room(length);
    const slab = this.#slabs[at]!;
    if (head.length > 0) slab.bytes.set(head, slab.end);
    slab.bytes.set(bytes, slab.end + head.length);
    this.#slab[piece] = at;
    this.#offset[piece] = slab.end;
    this.#length[piece] = length;
    slab.pieces.push(piece);
    slab.end += length;
    slab.live += length;
    this.#liveBytes += length;
  }

  /** A slab that has room for so many bytes. */
  #room(length: number): number {
    for (;;) {
      const open = this.#slabs[this.#open];
      if (open !== undefined && open.end + length <= open.bytes.length) return this.#open;
      const filled = this.#open;
      // Large enough for what may be moved here, less than half a slab, and for the piece.
      const size = Math.max(FIRST_SLAB_BYTES, this.#liveBytes + length);
      this.#open = this.#newSlab(Math.min(size, SLAB_BYTES));
      if (open !== undefined) this.#compact(filled);
    }
  }

  #newSlab(size: number): number {
    const at = this.#freeSlabs.pop() ?? this.#slabs.length;
    this.#slabs[at] = { bytes: new Uint8Array(size), end: 0, live: 0, pieces: [] };
    this.#heldBytes += size;
    return at;
  }

  #drop(piece: number): void {
    const at = this.#slab[piece]!;
    const slab = this.#slabOf(piece);
    slab.live -= this.#length[piece]!;
    this.#liveBytes -= this.#length[piece]!;
    this.#slab[piece] = -1;
    if (at !== this.#open) this.#compact(at);
  }

  /** Moves what is left of a slab, and drops it, where less than half of it is in use. */
  #compact(at: number): void {
    const slab = this.#slabs[at];
    if (slab === undefined || slab.live * 2 >= slab.bytes.length) return;
    // First, so that nothing is moved twice where room is made for what is moved.
    this.#slabs[at] = undefined;
    this.#heldBytes -= slab.bytes.length;
    for (const piece of slab.pieces) {
      // A piece that was replaced within the slab stands in its list twice.
      if (this.#slab[piece] !== at) continue;
      const offset = this.#offset[piece]!;
      const length = this.#length[piece]!;
      this.#liveBytes -= length;
      this.#place(piece, slab.bytes.subarray(offset, offset + length), NOTHING);
    }
    this.#freeSlabs.push(at);
  }
}
