/**
 * The paths of an operator's webhooks.
 *
 * @module
 */

import { CodecError } from "../codec/error.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { joinedBytes } from "../joined_bytes.ts";
import type { Logger } from "../logger.ts";
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
}

/** A question is an object, its old state and little else: twice what a store takes, and some. */
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

/** Answers questions of servers, wherever they come from. */
export class WebhookDispatch {
  readonly #options: WebhookDispatchOptions;
  readonly #byPath = new Map<string, { readonly step: Step; readonly webhook: ErasedWebhook }>();

  constructor(options: WebhookDispatchOptions) {
    this.#options = options;
    for (const webhook of options.webhooks) {
      for (const step of ["mutate", "validate"] as const) {
        this.#byPath.set(webhookPath(step, webhook), { step, webhook });
      }
    }
  }

  /** Answers one question. A webhook that throws is a 500: the server does as the policy says. */
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== "POST") return text("webhooks are asked by POST", 405);
    const found = this.#byPath.get(pathname);
    if (found === undefined && pathname !== CONVERSION_PATH) {
      return text("there is no webhook here", 404);
    }
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
