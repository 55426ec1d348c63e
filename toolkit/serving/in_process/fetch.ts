/**
 * Requests in the form of the global `fetch`.
 *
 * @module
 */

import { streamOf } from "../../client/fetch_over.ts";
import type { RequestSender } from "../../client/sender.ts";
import type { TransportResponse } from "../../transport/exchange.ts";
import { bodiless } from "../exchange.ts";

/**
 * A function that sends requests through `sender`, whatever host they name. Bodies are read no faster
 * than they are asked for, both ways; the request's signal ends the reading of the answer too.
 */
export function fetchThrough(sender: RequestSender): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, headers, body, signal } = request;
    const { pathname, search } = new URL(request.url);
    const answer = await sender.send({
      method,
      path: pathname + search,
      headers: Object.fromEntries(headers),
      ...(body !== null && { body }),
      signal,
    });
    return responseOf(answer, method);
  };
}

function responseOf({ status, headers, body }: TransportResponse, method: string): Response {
  const init = {
    status,
    headers: Object.entries(headers).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value])
    ),
  };
  if (method !== "HEAD" && !bodiless(status)) {
    return new Response(streamOf(body), init);
  }
  body.discard();
  return new Response(null, init);
}
