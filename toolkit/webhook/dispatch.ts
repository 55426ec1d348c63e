/**
 * The paths of an operator's webhooks.
 *
 * @module
 */

import type { Clock } from "../clock.ts";
import { CodecError } from "../codec/error.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { Logger } from "../logger.ts";
import type { Registry } from "../metrics/mod.ts";
import type { Resource } from "../resource/mod.ts";
import { answerAdmission, type Step } from "./admission_review.ts";
import { CONVERSION_PATH, webhookPath } from "./configurations.ts";
import type { ErasedWebhook } from "./webhook.ts";

/** What is asked here. */
export interface WebhookDispatchOptions {
  readonly webhooks: readonly ErasedWebhook[];
  // deno-lint-ignore no-explicit-any -- of any objects
  readonly resources: readonly Resource<any, any, any>[];
  readonly logger: Logger;
  /** Where questions are counted, and by which clock their time. Default: nowhere. */
  readonly counts?: { readonly metrics: Registry; readonly clock: Clock } | undefined;
}

/** A question is an object, its old state and little else: twice what a store takes, and some. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** What a path leads to. */
interface Found {
  readonly step: Step;
  readonly webhook: ErasedWebhook;
}

/** Answers questions of servers, wherever they come from. */
export class WebhookDispatch {
  readonly #options: WebhookDispatchOptions;
  readonly #byPath = new Map<string, Found>();

  readonly #metrics: WebhookMetrics | undefined;

  constructor(options: WebhookDispatchOptions) {
    this.#options = options;
    for (const webhook of options.webhooks) {
      for (const step of ["mutate", "validate"] as const) {
        this.#byPath.set(webhookPath(step, webhook), { step, webhook });
      }
    }
    const { counts } = options;
    const converts = options.resources.length > 0 ? [CONVERSION_PATH] : [];
    if (counts !== undefined) {
      this.#metrics = webhookMetrics(counts, [...this.#byPath.keys(), ...converts]);
    }
  }

  /** Answers one question. A webhook that throws is a 500: the server does as the policy says. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const found = this.#byPath.get(pathname);
    if (found === undefined && pathname !== CONVERSION_PATH) {
      return text("there is no webhook here", 404);
    }
    const ended = this.#metrics?.began(pathname);
    let status = 500;
    try {
      const response = await this.#answer(request, found);
      status = response.status;
      return response;
    } finally {
      ended?.(status);
    }
  }

  /** The answer of a webhook, or of the conversion where none is `found`. */
  async #answer(request: Request, found: Found | undefined): Promise<Response> {
    if (request.method !== "POST") return text("webhooks are asked by POST", 405);
    let question: unknown;
    try {
      const body = await boundedBody(request);
      if (body === undefined) return text(`the question has over ${BODY_LIMIT_BYTES} bytes`, 413);
      question = decodeUntypedJson(body);
    } catch (error) {
      if (error instanceof CodecError) return text(error.message, 400);
      throw error;
    }
    try {
      const answer = found === undefined
        ? await this.#convert(question)
        : await answerAdmission(found.webhook, found.step, question, request.signal);
      const body = encodeUntypedJson(answer);
      return new Response(body, { headers: { "content-type": "application/json" } });
    } catch (error) {
      const name = found?.webhook.name ?? "conversion";
      this.#options.logger.error("A webhook has failed", error, { webhook: name });
      const message = error instanceof Error ? error.message : String(error);
      return text(`the webhook ${name} has failed: ${message}`, 500);
    }
  }

  async #convert(question: unknown): Promise<object> {
    const { answerConversion } = await import("./conversion_review.ts");
    return answerConversion(this.#options.resources, question);
  }
}

/** Undefined: it is too long, and the rest was not read. */
async function boundedBody(request: Request): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of request.body ?? []) {
    length += piece.length;
    if (length > BODY_LIMIT_BYTES) return undefined;
    pieces.push(piece);
  }
  return joinedBytes(pieces, length);
}

function text(message: string, status: number): Response {
  return new Response(`${message}\n`, { status, headers: { "content-type": "text/plain" } });
}

/** What webhooks tell of themselves. */
interface WebhookMetrics {
  /** A question has come to a path; what is returned is told of the status of the answer. */
  began(path: string): (status: number) => void;
}

/** From 10 ns to 1000 s, as controller-runtime has them. */
const SECONDS: readonly number[] = Array.from({ length: 12 }, (_, at) => Number(`1e${at - 8}`));

/** The metrics of the webhooks at `paths` in a metrics. */
function webhookMetrics(
  { metrics, clock }: { readonly metrics: Registry; readonly clock: Clock },
  paths: Iterable<string>,
): WebhookMetrics {
  const total = metrics.counter({
    name: "controller_runtime_webhook_requests_total",
    help: "Questions that a webhook has answered, by status.",
    labels: ["webhook", "code"],
  });
  const inFlight = metrics.gauge({
    name: "controller_runtime_webhook_requests_in_flight",
    help: "Questions that a webhook is answering.",
    labels: ["webhook"],
  });
  const latency = metrics.histogram({
    name: "controller_runtime_webhook_latency_seconds",
    help: "How long answers of a webhook take, in seconds.",
    labels: ["webhook"],
    buckets: SECONDS,
  });
  const running = new Map<string, number>();
  const count = (webhook: string, by: number) => {
    const now = (running.get(webhook) ?? 0) + by;
    running.set(webhook, now);
    inFlight.with({ webhook }).set(now);
  };
  for (const webhook of paths) {
    // Shown before anything has happened: rates need a beginning.
    for (const code of ["200", "500"]) total.with({ webhook, code }).inc(0);
    count(webhook, 0);
  }
  return {
    began(webhook) {
      const start = clock.monotonic();
      count(webhook, 1);
      return (status) => {
        count(webhook, -1);
        total.with({ webhook, code: String(status) }).inc();
        latency.with({ webhook }).observe((clock.monotonic() - start) / 1000);
      };
    },
  };
}
