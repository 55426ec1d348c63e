/**
 * Requests over whatever has a `fetch`: a server in this process, a test's stand-in.
 *
 * @module
 */

import type { HeaderList } from "../clientconfig/credentials.ts";
import type { ClientSettings } from "../clientconfig/settings.ts";
import type { Clock } from "../clock.ts";
import type {
  Headers as TransportHeaders,
  ResponseBody,
  TransportRequest,
  TransportResponse,
} from "../transport/exchange.ts";
import { transportError } from "../transport/transport_error.ts";
import type { Transport } from "./client.ts";
import type { MessageStream, RequestSender } from "./sender.ts";

/** Sends requests through a {@link Transport}, with a client's credentials. */
export class FetchSender implements RequestSender {
  readonly #transport: Transport;
  readonly #settings: ClientSettings;
  readonly #clock: Clock;
  readonly #base: string;

  constructor(transport: Transport, settings: ClientSettings, clock: Clock) {
    this.#transport = transport;
    this.#settings = settings;
    this.#clock = clock;
    this.#base = settings.server.href.replace(/\/+$/, "");
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { method, path, headers = {}, body, signal } = request;
    signal?.throwIfAborted();
    const { credentials } = this.#settings;
    const sentAt = this.#clock.now();
    const shown = await credentials.headers(signal);
    const answer = await this.#answer(
      new Request(this.#base + path, {
        method,
        headers: [...listOf(headers), ...shown] as [string, string][],
        ...(body !== undefined && { body: body as BodyInit, duplex: "half" }),
        redirect: "manual",
        ...(signal !== undefined && { signal }),
      }),
      signal,
    );
    if (answer.status === 401) credentials.refused(sentAt);
    return responseOf(answer, signal);
  }

  webSocket(): Promise<MessageStream> {
    return Promise.reject(
      new TypeError(
        "the client's transport has no WebSockets: exec, attach and port-forward need them",
      ),
    );
  }

  /** The head of the answer, which is not waited for longer even where the transport forgets the signal. */
  #answer(request: Request, signal: AbortSignal | undefined): Promise<Response> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
      const settle = () => signal?.removeEventListener("abort", abort);
      const failed = (error: unknown) => {
        settle();
        reject(signal?.aborted ? signal.reason : transportError(error));
      };
      try {
        this.#transport.fetch(request).then((answer) => {
          settle();
          // Who waited is gone already.
          if (signal?.aborted) answer.body?.cancel().catch(() => {});
          resolve(answer);
        }, failed);
      } catch (error) {
        failed(error);
      }
    });
  }
}

function listOf(headers: TransportHeaders): HeaderList {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const)
  );
}

function responseOf(response: Response, signal: AbortSignal | undefined): TransportResponse {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: bodyOf(response, signal),
  };
}

/** The body, which ends with the signal's reason even where the transport forgets about the signal. */
function bodyOf({ body }: Response, signal: AbortSignal | undefined): ResponseBody {
  let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  return {
    discard() {
      // What has failed already has nobody to tell.
      (reader ?? body)?.cancel().catch(() => {});
    },
    async *[Symbol.asyncIterator]() {
      if (body === null) return;
      const own = reader = body.getReader();
      const abort = () => void own.cancel(signal?.reason).catch(() => {});
      signal?.addEventListener("abort", abort, { once: true });
      try {
        for (;;) {
          signal?.throwIfAborted();
          const { done, value } = await own.read().catch((error) => {
            signal?.throwIfAborted();
            throw transportError(error);
          });
          signal?.throwIfAborted();
          if (done) return;
          yield value;
        }
      } finally {
        signal?.removeEventListener("abort", abort);
        // Nobody waits for a transport to be done with it.
        own.cancel().catch(() => {});
      }
    },
  };
}
