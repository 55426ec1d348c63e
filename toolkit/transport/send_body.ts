/**
 * Bodies of requests on their way: as fast as the other side takes them.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Writable } from "node:stream";
import { TransportError } from "./transport_error.ts";

/** How pieces look on the way. */
export type Framing = (piece: Uint8Array) => Uint8Array;

/** One chunk of HTTP/1.1. */
export const chunkOf: Framing = (piece) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);

/** Where pieces go. */
export interface PieceSink {
  /** False: the other side has to catch up. */
  write(piece: Uint8Array): boolean;
  /** Settles when it has, or when nothing more can be sent. */
  drained(): Promise<void>;
}

/** A stream as a place where pieces go. */
export function sinkOf(stream: Writable): PieceSink {
  return { write: (piece) => stream.write(piece), drained: () => drained(stream) };
}

/**
 * Sends pieces until there are no more, or `stop` says so. Throws what the
 * pieces throw, and when they are not `length` bytes in all. False: it was stopped.
 */
export async function sendPieces(
  sink: PieceSink,
  pieces: AsyncIterable<Uint8Array>,
  options: { length?: number | undefined; framing?: Framing | undefined; stop: () => boolean },
): Promise<boolean> {
  const { length, framing, stop } = options;
  let sent = 0;
  for await (const piece of pieces) {
    if (stop()) return false;
    if (piece.length === 0) continue;
    sent += piece.length;
    if (length !== undefined && sent > length) break;
    if (!sink.write(framing === undefined ? piece : framing(piece))) await sink.drained();
  }
  if (length !== undefined && sent !== length) {
    throw new TransportError(
      `the body of the request has not the ${length} bytes that its content-length says`,
    );
  }
  return !stop();
}

function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("drain", done);
      stream.off("close", done);
      stream.off("error", done);
      resolve();
    };
    stream.on("drain", done);
    stream.on("close", done);
    stream.on("error", done);
    if (stream.destroyed) done();
  });
}
