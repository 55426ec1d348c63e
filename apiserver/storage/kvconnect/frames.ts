/**
 * The messages of a watch: each has its length in front, in four bytes, the lowest first. One of
 * length 0 is a sign of life.
 *
 * @module
 */

import type { TransportResponse } from "../../../toolkit/transport/mod.ts";
import type { Deadline } from "./deadline.ts";
import { KvConnectError } from "./error.ts";
import { failure, type HttpRequest } from "./http.ts";

/**
 * Silence after which an answer is given up. Servers may give signs of life, but need not, and a
 * connection can be gone without a word.
 */
export const SILENCE_MS = 30_000;

const LENGTH_BYTES = 4;

/** Largest message: ten keys with their values. */
const MAX_FRAME_BYTES = 1024 * 1024;

/**
 * The messages in an answer, without signs of life; ends with the answer. `silence` runs while the
 * server is waited for, and the request's signal is its.
 */
export async function* readFrames(
  request: HttpRequest,
  { body }: TransportResponse,
  silence: Deadline,
): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  try {
    for (;;) {
      const chunk = await nextChunk(request, chunks, silence);
      if (chunk === undefined) return;
      rest = joined(rest, chunk);
      while (rest.length >= LENGTH_BYTES) {
        const length = new DataView(rest.buffer, rest.byteOffset).getUint32(0, true);
        if (length > MAX_FRAME_BYTES) {
          const message = `${request.url} announced a message of ${length} bytes, and the limit ` +
            `is ${MAX_FRAME_BYTES}`;
          throw new KvConnectError(message, "not at all");
        }
        if (rest.length < LENGTH_BYTES + length) break;
        const frame = rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
        rest = rest.subarray(LENGTH_BYTES + length);
        if (length > 0) yield frame;
      }
    }
  } finally {
    body.discard();
  }
}

async function nextChunk(
  request: HttpRequest,
  chunks: AsyncIterator<Uint8Array>,
  silence: Deadline,
): Promise<Uint8Array | undefined> {
  silence.restart(SILENCE_MS);
  try {
    const { done, value } = await chunks.next();
    return done ? undefined : value;
  } catch (error) {
    throw failure(request, "broke off", error);
  } finally {
    silence.stop();
  }
}

function joined(rest: Uint8Array, chunk: Uint8Array): Uint8Array {
  if (rest.length === 0) return chunk;
  const both = new Uint8Array(rest.length + chunk.length);
  both.set(rest);
  both.set(chunk, rest.length);
  return both;
}
