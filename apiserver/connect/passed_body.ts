/**
 * The body of a request that is passed on.
 *
 * @module
 */

import { readBody } from "../../toolkit/serving/mod.ts";
import type { RequestContext } from "../http/context.ts";

/** Bodies up to this are sent at once, larger ones and those of unknown length in pieces. */
const WHOLE_BODY_BYTES = 256 * 1024;

/** The body, as it is sent on; undefined where there is none. */
export async function bodyToPass(
  { request }: RequestContext,
): Promise<Uint8Array | AsyncIterable<Uint8Array> | undefined> {
  if (request.upgrade !== undefined) return undefined;
  const { "content-length": length, "transfer-encoding": transfer, "content-type": type } =
    request.headers;
  const size = Number(length ?? NaN);
  if (size <= WHOLE_BODY_BYTES) return await readBody(request, WHOLE_BODY_BYTES);
  // A request of HTTP/2 may have a body without saying so.
  const none = length === undefined && transfer === undefined && type === undefined;
  return none ? undefined : request.body();
}
