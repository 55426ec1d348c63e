/**
 * A request's body as a whole.
 *
 * @module
 */

import { requestEntityTooLarge } from "../errors/mod.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { HttpRequest } from "./http.ts";

const EMPTY: Uint8Array = new Uint8Array(0);

/**
 * The body of `request`, of at most `limitBytes`. Rejects with a 413 status error for a larger
 * one, before anything is read where the request says its length, and otherwise as soon as it is
 * over the limit; with `ClientGone` when the client does not finish it; and with the signal's reason
 * when that aborts first.
 */
export async function readBody(
  request: HttpRequest,
  limitBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const tooLarge = () => requestEntityTooLarge(`limit is ${limitBytes}`);
  const { "content-length": declared } = request.headers;
  if (typeof declared === "string" && Number(declared) > limitBytes) throw tooLarge();
  const source = request.body()[Symbol.asyncIterator]();
  const reading = collect(source, limitBytes, tooLarge);
  return await (signal === undefined ? reading : orAborted(reading, signal));
}

async function collect(
  source: AsyncIterator<Uint8Array>,
  limitBytes: number,
  tooLarge: () => Error,
): Promise<Uint8Array> {
  let first: Uint8Array | undefined;
  let pieces: Uint8Array[] | undefined;
  let length = 0;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return pieces === undefined ? first ?? EMPTY : joinedBytes(pieces, length);
    length += value.length;
    if (length > limitBytes) {
      await source.return?.();
      throw tooLarge();
    }
    // Nearly all bodies come in one piece, which is then the body.
    if (first === undefined) first = value;
    else (pieces ??= [first]).push(value);
  }
}

/**
 * What comes of `reading`, or the signal's reason. Who sends a byte now and then is never found to
 * stand still; a read that still waits for its client then ends with the connection.
 */
function orAborted<T>(reading: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    const ended = () => signal.removeEventListener("abort", abort);
    reading.then((body) => {
      ended();
      resolve(body);
    }, (error) => {
      ended();
      reject(error);
    });
  });
}
