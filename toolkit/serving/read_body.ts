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
  let first: Uint8Array | undefined;
  let pieces: Uint8Array[] | undefined;
  let length = 0;
  const source = request.body()[Symbol.asyncIterator]();
  const aborted = Promise.withResolvers<never>();
  // Who sends a byte now and then is never found to stand still.
  const abort = () => aborted.reject(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      const next = source.next();
      const { done, value } = await (signal ? Promise.race([next, aborted.promise]) : next);
      if (done) break;
      length += value.length;
      if (length > limitBytes) throw tooLarge();
      // Nearly all bodies come in one piece, which is then the body.
      if (first === undefined) first = value;
      else (pieces ??= [first]).push(value);
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    aborted.promise.catch(() => {});
    // One that still waits for its client ends with the connection.
    if (!signal?.aborted) await source.return?.();
  }
  return pieces === undefined ? first ?? EMPTY : joinedBytes(pieces, length);
}
