/**
 * Any request, in the form of the global `fetch`, with the credentials of a client.
 *
 * @module
 */

import type { ResponseBody } from "../transport/exchange.ts";
import type { RequestSender } from "./sender.ts";

/** Answers without a body: none may be handed in for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** Sends a request; redirects are not followed. Rejects as `fetch` does not: with what went wrong. */
export async function fetchOver(
  sender: RequestSender,
  path: string,
  init: RequestInit = {},
  ended: readonly AbortSignal[],
): Promise<Response> {
  if (!path.startsWith("/")) throw new TypeError(`the path ${path} has to begin with a slash`);
  // What it makes of method, headers and body is what everybody expects.
  const request = new Request(new URL(path, "http://server.invalid"), init);
  const { pathname, search } = new URL(request.url);
  const signal = AbortSignal.any([...ended, ...(init.signal ? [init.signal] : [])]);
  const response = await sender.send({
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    ...(request.body !== null && { body: new Uint8Array(await request.arrayBuffer()) }),
    signal,
  });
  const headers = Object.entries(response.headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value])
  );
  if (WITHOUT_BODY.has(response.status)) {
    response.body.discard();
    return new Response(null, { status: response.status, headers });
  }
  return new Response(streamOf(response.body), { status: response.status, headers });
}

/** A body as a stream, and given up when that is cancelled, begun or not. `over`: at its end. */
export function streamOf(body: ResponseBody, over = () => {}): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      over();
    },
    async cancel() {
      body.discard();
      over();
      await pieces.return?.();
    },
  }, { highWaterMark: 0 });
}
