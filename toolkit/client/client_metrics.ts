/**
 * What a client counts of its requests, under the names that dashboards know from the Go client.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import type { Counter, Histogram, Registry } from "../metrics/mod.ts";
import type { TransportRequest, TransportResponse } from "../transport/exchange.ts";
import type { RequestSender } from "./sender.ts";

const SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60];
const BYTES = [64, 256, 512, ...[10, 12, 14, 16, 18, 20, 22, 24].map((power) => 2 ** power)];
/** The code of a request that has no answer. */
const FAILED = "<error>";

/** A request that was asked for, and what has come of it. */
interface Asked {
  beganMs: number;
  /** The code of the last time that it was sent; undefined: it was not. */
  lastCode: string | undefined;
}

/** The metrics of what one client sends to one host. */
export class ClientMetrics {
  readonly #families: ReturnType<typeof declareFamilies>;
  readonly #host: string;
  readonly #byCode = new Map<string, Counter>();
  readonly #byVerb = new Map<string, Readonly<Record<Measure, Histogram>>>();
  readonly #asked = new WeakMap<TransportRequest, Asked>();

  constructor(registry: Registry, host: string) {
    this.#families = declareFamilies(registry);
    this.#host = host;
  }

  /** A sender that notes when requests come to it: they may have to wait in `sender`, and may come again. */
  asked(sender: RequestSender, clock: Pick<Clock, "monotonic">): RequestSender {
    return around(sender, (request) => {
      const beganMs = clock.monotonic();
      const known = this.#asked.get(request);
      if (known === undefined) this.#asked.set(request, { beganMs, lastCode: undefined });
      else known.beganMs = beganMs;
      return sender.send(request);
    });
  }

  /** A sender that counts what it sends by `sender`, and what comes of it. */
  sent(sender: RequestSender, clock: Pick<Clock, "monotonic">): RequestSender {
    return around(sender, async (request) => {
      const beganMs = clock.monotonic();
      const asked = this.#asked.get(request);
      this.#begun(request, asked, beganMs);
      let response: TransportResponse | undefined;
      try {
        return response = await sender.send(request);
      } finally {
        const code = response === undefined ? FAILED : String(response.status);
        if (asked !== undefined) asked.lastCode = code;
        this.#ended(request, response, { code, tookMs: clock.monotonic() - beganMs });
      }
    });
  }

  #begun({ method: verb }: TransportRequest, asked: Asked | undefined, nowMs: number): void {
    if (asked === undefined) return;
    this.#measures(verb).waited.observe((nowMs - asked.beganMs) / 1000);
    const { lastCode: code } = asked;
    if (code !== undefined) this.#families.retries.with({ code, verb, host: this.#host }).inc();
  }

  #ended(
    { method, body }: TransportRequest,
    response: TransportResponse | undefined,
    { code, tookMs }: { readonly code: string; readonly tookMs: number },
  ): void {
    const key = `${code} ${method}`;
    let counter = this.#byCode.get(key);
    if (counter === undefined) {
      counter = this.#families.requests.with({ code, method, host: this.#host });
      this.#byCode.set(key, counter);
    }
    counter.inc();
    const { seconds, sent, received } = this.#measures(method);
    seconds.observe(tookMs / 1000);
    if (body === undefined || body instanceof Uint8Array) sent.observe(body?.length ?? 0);
    const length = response?.headers["content-length"];
    if (length !== undefined) received.observe(Number(length));
  }

  #measures(verb: string): Readonly<Record<Measure, Histogram>> {
    let known = this.#byVerb.get(verb);
    if (known === undefined) {
      const { seconds, sent, received, waited } = this.#families;
      const labels = { verb, host: this.#host };
      known = {
        seconds: seconds.with(labels),
        sent: sent.with(labels),
        received: received.with(labels),
        waited: waited.with(labels),
      };
      this.#byVerb.set(verb, known);
    }
    return known;
  }
}

type Measure = "seconds" | "sent" | "received" | "waited";

function declareFamilies(registry: Registry) {
  const histogram = (name: string, help: string, buckets: readonly number[]) =>
    registry.histogram({
      name: `rest_client_${name}`,
      help,
      labels: ["verb", "host"],
      buckets,
    });
  return {
    requests: registry.counter({
      name: "rest_client_requests_total",
      help: "Number of HTTP requests that were sent, by status code, method and host.",
      labels: ["code", "method", "host"],
    }),
    retries: registry.counter({
      name: "rest_client_request_retries_total",
      help:
        "Number of HTTP requests that were sent again, by what had come of them, verb and host.",
      labels: ["code", "verb", "host"],
    }),
    seconds: histogram(
      "request_duration_seconds",
      "How long it took until requests were answered, in seconds, by verb and host.",
      SECONDS,
    ),
    waited: histogram(
      "rate_limiter_duration_seconds",
      "How long requests waited as the client sends only so many a second, in seconds, by verb " +
        "and host.",
      SECONDS,
    ),
    sent: histogram(
      "request_size_bytes",
      "Sizes of the bodies of requests, in bytes, by verb and host.",
      BYTES,
    ),
    received: histogram(
      "response_size_bytes",
      "Sizes of the bodies of answers that say theirs, in bytes, by verb and host.",
      BYTES,
    ),
  };
}

/** A sender that sends requests as `send` does. */
function around(sender: RequestSender, send: RequestSender["send"]): RequestSender {
  return { send, webSocket: (request) => sender.webSocket(request) };
}
