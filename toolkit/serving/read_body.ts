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
 * over the limit; with `ClientGone` when the client does not finish it; and with the reason of the
 * request's signal when that aborts first: who sends a byte now and then is never found to stand
 * still.
 */
export async function readBody(request: HttpRequest, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => requestEntityTooLarge(`limit is ${limitBytes}`);
  const { "content-length": declared } = request.headers;
  if (typeof declared === "string" && Number(declared) > limitBytes) throw tooLarge();
  const source = request.body()[Symbol.asyncIterator]();
  return await new Promise((resolve, reject) => {
    const leave = request.onAbort(reject);
    collect(source, limitBytes, tooLarge).then(resolve, reject).finally(leave);
  });
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
