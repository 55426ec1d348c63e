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
 * request's signal when that aborts first.
 */
export async function readBody(request: HttpRequest, limitBytes: number): Promise<Uint8Array> {
  const tooLarge = () => requestEntityTooLarge(`limit is ${limitBytes}`);
  const { "content-length": declared } = request.headers;
  if (typeof declared === "string" && Number(declared) > limitBytes) throw tooLarge();
  const whole = request.takeWhole?.();
  if (whole !== undefined) {
    if (whole.length > limitBytes) throw tooLarge();
    return whole;
  }
  let first: Uint8Array | undefined;
  let pieces: Uint8Array[] | undefined;
  let length = 0;
  for await (const piece of request.body()) {
    length += piece.length;
    if (length > limitBytes) throw tooLarge();
    // Nearly all bodies come in one piece, which is then the body.
    if (first === undefined) first = piece;
    else (pieces ??= [first]).push(piece);
  }
  return pieces === undefined ? first ?? EMPTY : joinedBytes(pieces, length);
}
