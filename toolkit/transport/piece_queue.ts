/**
 * The pieces of a stream of HTTP/2, taken at once and kept until somebody asks: the runtime drops
 * what waits in a stream when its session ends. It does not make the server wait either: on Deno
 * 2.7.14 more is asked for whether a stream is paused or not, so what waits here is bounded.
 *
 * @module
 */

import { type ClientHttp2Stream, constants } from "node:http2";
import { Queue } from "../queue.ts";
import { plainBytes } from "./plain_bytes.ts";
import { TransportError } from "./transport_error.ts";

/** Bytes that wait here before the answer is given up. */
const BACKLOG_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Keeps what comes on one HTTP/2 stream until `next()` asks for it, even past the end of its
 * session. The stream fails once more than `BACKLOG_LIMIT_BYTES` wait; the server is not slowed
 * down before that.
 */
export class PieceQueue {
  readonly #pieces = new Queue<Uint8Array>();
  #waiting = 0;
  #isOver = false;
  #failure: TransportError | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: ClientHttp2Stream) {
    stream.on("data", (piece: Uint8Array) => {
      if (this.#isOver) return;
      this.#pieces.push(plainBytes(piece));
      this.#waiting += piece.length;
      this.#wake?.();
      if (this.#waiting <= BACKLOG_LIMIT_BYTES) return;
      const text =
        `more than ${BACKLOG_LIMIT_BYTES} bytes of the answer wait to be read: they are read too slowly`;
      this.#over(new TransportError(text));
      this.#pieces.drop(this.#pieces.length);
      stream.close(constants.NGHTTP2_CANCEL);
    });
    stream.on("end", () => this.#over(problemOf(stream.rstCode)));
    stream.on("error", (error) => this.#over(new TransportError(error.message, { cause: error })));
    stream.on("close", () => {
      // It comes after each end: an error costs more than the rest of it.
      if (this.#isOver) return;
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
      const piece = this.#pieces.take();
      if (piece !== undefined) {
        this.#waiting -= piece.length;
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
