/**
 * Requests that are sent again.
 *
 * @module
 */

import { Backoff } from "../backoff.ts";
import { type Clock, sleep } from "../clock.ts";
import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";
import { TransportError } from "../transport/transport_error.ts";
import type { WebSocketRequest } from "../transport/websocket.ts";
import type { ClientRequest, MessageStream, RequestSender } from "./sender.ts";

/** What a {@link RetryingSender} goes by. */
export interface RetryOptions {
  /** How often a request is sent again. */
  readonly retries: number;
  readonly clock: Clock;
  readonly random: () => number;
}

/** However long a server says: it may be wrong, or hostile. */
const LONGEST_WAIT_MS = 60_000;
/** What is over by itself. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** For those who don't say how long. */
const WAITS = { firstMs: 250, mostMs: 10_000, jitter: 0.5 };

/**
 * Sends a request again where the server says when to come again, as it has done nothing then, and
 * after other failures where doing it twice does no harm. The last answer is what it was.
 */
export class RetryingSender implements RequestSender {
  readonly #sender: RequestSender;
  readonly #options: RetryOptions;

  constructor(sender: RequestSender, options: RetryOptions) {
    this.#sender = sender;
    this.#options = options;
  }

  async send({ once = false, ...request }: ClientRequest): Promise<TransportResponse> {
    if (once) return await this.#sender.send(request);
    const { retries, clock, random } = this.#options;
    const { body, signal } = request;
    const isWhole = body === undefined || body instanceof Uint8Array;
    const backoff = new Backoff({ ...WAITS, random });
    for (let left = isWhole ? retries : 0;; left--) {
      let wait: number | undefined;
      try {
        const response = await this.#sender.send(request);
        wait = waitAfter(request, response, backoff);
        if (wait === undefined || left <= 0) return response;
        response.body.discard();
      } catch (error) {
        const isLost = error instanceof TransportError && isHarmless(request);
        if (!isLost || left <= 0 || signal?.aborted) throw error;
        wait = backoff.next();
      }
      await sleep(clock, wait, signal);
    }
  }

  /** Never again: what it opens is used by one caller, who decides. */
  async webSocket(request: WebSocketRequest): Promise<MessageStream> {
    return await this.#sender.webSocket(request);
  }
}

function isHarmless({ method, replayable }: TransportRequest): boolean {
  return replayable ?? (method === "GET" || method === "HEAD");
}

/** How long to wait before the request is sent again; undefined: it is not. */
function waitAfter(
  request: TransportRequest,
  { status, headers }: TransportResponse,
  backoff: Backoff,
): number | undefined {
  const asked = secondsIn(headers["retry-after"]);
  // A 429 that names no time is no lack of room: what a budget of disruptions forbids is so.
  const isRefused = asked !== undefined && (status === 429 || status === 503);
  const isFailure = PASSING.has(status) || status === 500 && asked !== undefined;
  if (!isRefused && !(isFailure && isHarmless(request))) return undefined;
  return Math.min(LONGEST_WAIT_MS, asked === undefined ? backoff.next() : asked * 1000);
}

/** Servers of this API write seconds, never dates. */
function secondsIn(header: string | readonly string[] | undefined): number | undefined {
  const [text = ""] = [header ?? ""].flat();
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}
