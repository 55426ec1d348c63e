/**
 * Webhooks that answer in this process: what is asked at their address goes over no connection.
 *
 * @module
 */

import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import type { Endpoint, TransportRequest, WholeResponse } from "../../toolkit/transport/mod.ts";
import { TransportError } from "../../toolkit/transport/transport_error.ts";
import type { WebhookCalls } from "./callouts.ts";

/** Who answers where. */
export interface InProcessCallsOptions {
  /** Without a path. What is asked at its host is asked of `answer`, whatever the port. */
  readonly url: string;
  /** The request's signal aborts when nobody waits for the answer any more. */
  answer(request: Request): Promise<Response>;
  /** Asked everything else. */
  readonly others: WebhookCalls;
}

/**
 * Calls that are answered in this process, and others. They end as those over a connection do: with the
 * reason of the request's signal, even where the answer never comes, and with an error where it is longer
 * than the request allows.
 */
export class InProcessCalls implements WebhookCalls {
  readonly #options: InProcessCallsOptions;
  readonly #host: string;

  constructor(options: InProcessCallsOptions) {
    this.#options = options;
    this.#host = new URL(options.url).hostname;
  }

  async call(endpoint: Endpoint, request: TransportRequest): Promise<WholeResponse> {
    const { url, answer, others } = this.#options;
    if (endpoint.host !== this.#host) return await others.call(endpoint, request);
    const { method, path, signal, body, limits } = request;
    signal?.throwIfAborted();
    const asked = new Request(new URL(path, url), {
      method,
      headers: { "content-type": "application/json" },
      ...(body !== undefined && { body: await wholeOf(body) as Uint8Array<ArrayBuffer> }),
      ...(signal && { signal }),
    });
    const answered = answerOf(answer(asked), limits?.bodyLimitBytes ?? Infinity);
    return await (signal === undefined ? answered : unlessAborted(answered, signal));
  }
}

async function answerOf(answer: Promise<Response>, limitBytes: number): Promise<WholeResponse> {
  const { status, headers, body } = await answer;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body ?? []) {
    length += piece.length;
    if (length > limitBytes) {
      throw new TransportError(`the answer is longer than ${limitBytes} bytes`);
    }
    pieces.push(piece);
  }
  return { status, headers: Object.fromEntries(headers), body: joinedBytes(pieces, length) };
}

/** What `work` comes to, unless the signal aborts before: then its reason, and nobody hears of the work. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

async function wholeOf(body: NonNullable<TransportRequest["body"]>): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return joinedBytes(pieces);
}
