/**
 * Webhooks of an operator, called by the server in the same process; those of others, over the network.
 *
 * @module
 */

import { InProcessCalls, type WebhookCalls } from "../../apiserver/callout/mod.ts";
import type { Asked } from "../../toolkit/client/asked.ts";
import { isObject } from "../../toolkit/values/json.ts";
import { ConnectionLost } from "../../toolkit/transport/transport_error.ts";

/** Where servers ask the operator of an environment. No such host is ever there. */
export const WEBHOOK_URL = "https://operator.invalid";

/** Answers questions as the webhooks of an operator do. */
export type AnswerWebhook = (request: Request) => Promise<Response>;

/** What calls go by. */
export interface WebhookCallsOptions {
  /** Settles with whether the webhook is to hang that is asked so. */
  hangs(body: Uint8Array): boolean;
  /** Counts a call that never ends by itself. */
  wait<T>(wait: () => Promise<T>): Promise<T>;
}

/** See the module. */
export class InProcessWebhooks {
  readonly #options: WebhookCallsOptions;
  #answer: AnswerWebhook | undefined;
  /** Requests that hang: nobody else holds their signals, by which they end. */
  readonly #hanging = new Set<Request>();

  constructor(options: WebhookCallsOptions) {
    this.#options = options;
  }

  /** From now on these answer, until it is disposed of. */
  serve(answer: AnswerWebhook): Disposable {
    this.#answer = answer;
    return {
      [Symbol.dispose]: () => {
        if (this.#answer === answer) this.#answer = undefined;
      },
    };
  }

  /** The process is gone: nobody answers. */
  cut(): void {
    this.#answer = undefined;
  }

  /** Who asks these for a server, and others by `network`. */
  over(network: WebhookCalls): WebhookCalls {
    return new InProcessCalls({
      url: WEBHOOK_URL,
      answer: (request) => this.#ask(request),
      others: network,
    });
  }

  async #ask(request: Request): Promise<Response> {
    const { url, method, signal } = request;
    const body = await request.bytes();
    if (this.#options.hangs(body)) {
      this.#hanging.add(request);
      await this.#options.wait(() => aborted(signal)).finally(() => this.#hanging.delete(request));
      throw signal.reason;
    }
    const answer = this.#answer;
    if (answer === undefined) throw new ConnectionLost(`nobody answers at ${WEBHOOK_URL}`);
    return await answer(new Request(url, { method, body, signal }));
  }
}

/**
 * What a question is about, as faults name it: its verb is that of the request, or `convert`; undefined: it
 * is none of a webhook's. `pluralOf`: of the kinds that are converted.
 */
export function askedIn(
  body: Uint8Array,
  pluralOf: (group: string, kind: string) => string | undefined,
): Asked | undefined {
  const question = JSON.parse(new TextDecoder().decode(body));
  if (!isObject(question) || !isObject(question.request)) return undefined;
  const { request } = question;
  if (isObject(request.resource)) {
    const { group = "", resource = "" } = request.resource;
    return {
      verb: String(request.operation ?? "").toLowerCase(),
      group: String(group),
      resource: String(resource),
      subresource: String(request.subResource ?? ""),
      namespace: String(request.namespace ?? ""),
      name: String(request.name ?? ""),
    };
  }
  const [first] = Array.isArray(request.objects) ? request.objects : [];
  if (!isObject(first)) return undefined;
  const [group = ""] = String(first.apiVersion ?? "").split("/");
  const resource = pluralOf(group, String(first.kind ?? "")) ?? "";
  return { verb: "convert", group, resource, subresource: "", namespace: "", name: "" };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
