/**
 * The pieces of a stream of HTTP/2, taken at once and kept until somebody asks: the runtime drops
 * what waits in a stream when its session ends.
 *
 * @module
 */

import { type ClientHttp2Stream, constants } from "node:http2";
import { plainBytes } from "./plain_bytes.ts";
import { TransportError } from "./transport_error.ts";

/** Bytes that wait here before the server is made to wait. */
const HIGH_WATER_BYTES = 256 * 1024;

/** See the module's comment. */
export class PieceQueue {
  readonly #stream: ClientHttp2Stream;
  readonly #pieces: Uint8Array[] = [];
  #waiting = 0;
  #isOver = false;
  #failure: TransportError | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: ClientHttp2Stream) {
    this.#stream = stream;
    stream.on("data", (piece: Uint8Array) => {
      this.#pieces.push(plainBytes(piece));
      this.#waiting += piece.length;
      if (this.#waiting >= HIGH_WATER_BYTES) stream.pause();
      this.#wake?.();
    });
    stream.on("end", () => this.#over(problemOf(stream.rstCode)));
    stream.on("error", (error) => this.#over(new TransportError(error.message, { cause: error })));
    stream.on("close", () => {
      this.#over(problemOf(stream.rstCode) ?? new TransportError("unexpected EOF"));
    });
  }

  #over(failure: TransportError | undefined): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#failure = failure;
    this.#wake?.();
  }

  /** The next piece, or undefined after the last one. Rejects where the stream broke off. */
  async next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) {
        this.#waiting -= piece.length;
        if (this.#waiting < HIGH_WATER_BYTES && this.#stream.isPaused()) this.#stream.resume();
        return piece;
      }
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isOver) return undefined;
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
  }
}

/** A server may say that it wants no more of the request, and be done all the same. */
function problemOf(code: number | undefined): TransportError | undefined {
  return code === undefined || code === constants.NGHTTP2_NO_ERROR ? undefined : resetError(code);
}

/** That the server ended a stream with a code. */
export function resetError(code: number): TransportError {
  return new TransportError(`the stream was reset with code ${code}`);
}
