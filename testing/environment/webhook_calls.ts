/**
 * Webhooks of an operator, called by the server in the same process; those of others, over the network.
 *
 * @module
 */

import type { WebhookCalls } from "../../apiserver/callout/mod.ts";
import type { Asked } from "../../toolkit/client/asked.ts";
import { joinedBytes } from "../../toolkit/joined_bytes.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type {
  Endpoint,
  Transport,
  TransportRequest,
  WholeResponse,
} from "../../toolkit/transport/mod.ts";
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
export class InProcessWebhooks implements WebhookCalls, AsyncDisposable {
  readonly #options: WebhookCallsOptions;
  #answer: AnswerWebhook | undefined;
  /** Signals that end calls that hang: nobody else holds them. */
  readonly #hanging = new Set<AbortSignal>();
  #network: Promise<Transport> | undefined;

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

  async call(endpoint: Endpoint, request: TransportRequest): Promise<WholeResponse> {
    if (endpoint.host !== HOST) return await (await this.#transport()).call(endpoint, request);
    const { signal } = request;
    const body = await wholeOf(request.body);
    if (this.#options.hangs(body)) {
      if (signal === undefined) {
        throw new ConnectionLost("the webhook hangs, and nobody waits for it");
      }
      this.#hanging.add(signal);
      await this.#options.wait(() => aborted(signal)).finally(() => this.#hanging.delete(signal));
      throw signal.reason;
    }
    const answer = this.#answer;
    if (answer === undefined) throw new ConnectionLost(`nobody answers at ${WEBHOOK_URL}`);
    const response = await answer(
      new Request(new URL(request.path, WEBHOOK_URL), {
        method: request.method,
        body: body as Uint8Array<ArrayBuffer>,
        ...(signal && { signal }),
      }),
    );
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    (await this.#network)?.close();
  }

  #transport(): Promise<Transport> {
    return this.#network ??= import("../../toolkit/transport/mod.ts")
      .then(({ Transport }) => new Transport());
  }
}

const HOST = new URL(WEBHOOK_URL).hostname;

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

async function wholeOf(body: TransportRequest["body"]): Promise<Uint8Array> {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return joinedBytes(pieces);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
