/**
 * What has come of a body and was not taken yet.
 *
 * @module
 */

/** Shorter pieces are copied, so that they don't hold what they came with. */
const COPIED_BYTES = 4096;
/** Short pieces are put together to so many bytes. */
const GATHERED_BYTES = 16 * 1024;
const NOTHING = new Uint8Array();

/**
 * The pieces of a body in order, short ones put together: a client may cut its body as finely as it
 * likes, and a piece of one byte costs hundreds. So there are never more than some for each 4 KiB.
 */
export class Incoming {
  readonly #pieces: Uint8Array[] = [];
  /** Short pieces that came last, and how much of the buffer they fill. */
  #gathered: Uint8Array | undefined;
  #gatheredBytes = 0;

  /** Whether there is nothing to take. */
  get isEmpty(): boolean {
    return this.#pieces.length === 0 && this.#gathered === undefined;
  }

  add(piece: Uint8Array): void {
    if (piece.length >= COPIED_BYTES) {
      this.#closeGathered();
      this.#pieces.push(piece);
    } else if (piece.length > 0) this.#gather(piece);
  }

  /** The next piece; undefined while there is none. */
  take(): Uint8Array | undefined {
    if (this.#pieces.length === 0) this.#closeGathered();
    return this.#pieces.shift();
  }

  /** All that is there, where it is one piece or nothing. */
  takeOnly(): Uint8Array | undefined {
    const pieces = this.#pieces.length;
    if (pieces > 1 || pieces === 1 && this.#gathered !== undefined) return undefined;
    return this.take() ?? NOTHING;
  }

  #gather(piece: Uint8Array): void {
    const needed = this.#gatheredBytes + piece.length;
    if (needed > GATHERED_BYTES) this.#closeGathered();
    const into = this.#gathered;
    if (into === undefined) {
      // Nearly all bodies that are short come in one piece.
      this.#gathered = piece.slice();
      this.#gatheredBytes = piece.length;
      return;
    }
    if (needed > into.length) {
      this.#gathered = new Uint8Array(Math.min(GATHERED_BYTES, 2 * needed));
      this.#gathered.set(into);
    }
    this.#gathered!.set(piece, this.#gatheredBytes);
    this.#gatheredBytes = needed;
  }

  #closeGathered(): void {
    if (this.#gathered === undefined) return;
    this.#pieces.push(this.#gathered.subarray(0, this.#gatheredBytes));
    this.#gathered = undefined;
    this.#gatheredBytes = 0;
  }
}
