/**
 * Webhooks that a client config file names: who is asked about tokens and access, who gets audit events.
 *
 * @module
 */

import { printDurationMs } from "../../toolkit/values/mod.ts";
import { type BackoffOptions, keepTrying } from "../../toolkit/backoff.ts";
import {
  ClientConfigError,
  clientSettings,
  loadClientConfig,
} from "../../toolkit/clientconfig/mod.ts";
import type { Clock } from "../../toolkit/clock.ts";
import { decodeUntypedJson, encodeUntypedJson, type JsonObject } from "../../toolkit/codec/mod.ts";
import type { Logger } from "../../toolkit/logger.ts";
import {
  ClientTransport,
  ConnectionLost,
  type ProxyChoice,
  Transport,
  type WholeResponse,
} from "../../toolkit/transport/mod.ts";

/** Where a webhook's configuration is, and how it is called. */
export interface WebhookOptions {
  /** What errors call the configuration: a flag with its dashes, or a field of a file. */
  readonly source: string;
  /** The client config file. */
  readonly path: string;
  /** The longest time of a call, its attempts apart. Default 30 seconds. */
  readonly timeoutMs?: number;
  /** Waits between attempts. Default: 0.5 s, 1.5 times longer each time, with a jitter of 0.2. */
  readonly backoff?: BackoffOptions;
  /** Attempts in all. Default 5. */
  readonly attempts?: number;
  /** The way to it, where its configuration names no proxy. Default: none is on it. */
  readonly proxy?: ProxyChoice | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Ends the webhook's connections. */
  readonly signal: AbortSignal;
  random(): number;
}

/** Somebody who is sent a JSON object, and answers with one. */
export interface ConfiguredWebhook {
  /**
   * What is answered to `object`. Asked again after a 429, a fault of the server and a connection that was lost:
   * not where nobody is there, or nobody answers in time, as whoever waits has to be told soon.
   * Rejects with the reason of the signal, or an error that says why there is no answer.
   */
  ask(object: JsonObject, signal: AbortSignal): Promise<unknown>;
}

/** Somebody who is told something, and has nothing to say to it. */
export interface ToldWebhook {
  /**
   * Sends a body of JSON, and does not read what is answered. Sent again whatever went wrong. Rejects with
   * the reason of the signal, or an error that says why it could not be sent.
   */
  send(body: Uint8Array, signal: AbortSignal): Promise<void>;
}

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 5;
const FIRST_WAIT_MS = 500;
const FACTOR = 1.5;
const JITTER = 0.2;
/** Bytes of an answer. */
const ANSWER_LIMIT_BYTES = 1024 * 1024;

/** Nobody answered in time. */
export class WebhookTimeout extends Error {
  override readonly name = "WebhookTimeout";
}

/** An answer that may be another one soon. */
class TransientAnswer extends Error {}

/** Reads the configuration. Rejects, naming `source` and the file, where it can't be used. */
export async function openConfiguredWebhook(
  options: WebhookOptions,
): Promise<ConfiguredWebhook & ToldWebhook> {
  const { source, path, proxy, clock, logger, signal } = options;
  const transport = new Transport({ clock, proxy });
  signal.addEventListener("abort", () => transport.close(), { once: true });
  try {
    const config = await loadClientConfig(path);
    const settings = await clientSettings(config, { clock, logger });
    for (const warning of settings.warnings) logger.warning("Note on a webhook", { path, warning });
    return new Webhook(new ClientTransport(settings, transport, clock), options);
  } catch (error) {
    if (!(error instanceof ClientConfigError)) throw error;
    throw new Error(`${source}: ${path}: ${error.message}`, { cause: error });
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof TransientAnswer || error instanceof ConnectionLost;
}

class Webhook implements ConfiguredWebhook, ToldWebhook {
  readonly #client: ClientTransport;
  readonly #options: WebhookOptions;

  constructor(client: ClientTransport, options: WebhookOptions) {
    this.#client = client;
    this.#options = options;
  }

  async ask(object: JsonObject, signal: AbortSignal): Promise<unknown> {
    const body = encodeUntypedJson(object);
    const asked = () => this.#askOnce(body, signal);
    return await this.#trying(asked, signal, isTransient);
  }

  async send(body: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.#trying(() => this.#post(body, signal), signal, () => true);
  }

  async #trying<T>(
    action: () => Promise<T>,
    signal: AbortSignal,
    isTriedAgain: (error: unknown) => boolean,
  ): Promise<T> {
    const { clock, random, attempts = ATTEMPTS } = this.#options;
    const backoff = this.#options.backoff ?? {
      firstMs: FIRST_WAIT_MS,
      mostMs: Infinity,
      factor: FACTOR,
      jitter: JITTER,
      random,
    };
    let attempt = 0;
    return await keepTrying(() => {
      attempt++;
      return action();
    }, {
      ...backoff,
      clock,
      signal,
      failed(error) {
        if (attempt >= attempts || !isTriedAgain(error)) throw error;
      },
    });
  }

  async #askOnce(body: Uint8Array, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#post(body, signal);
    if (answer.body.length === 0) return undefined;
    try {
      return decodeUntypedJson(answer.body);
    } catch (cause) {
      throw new Error(`the webhook's answer can't be read: ${(cause as Error).message}`, { cause });
    }
  }

  /** Posts a body once; rejects for an answer of another status than success. */
  async #post(body: Uint8Array, signal: AbortSignal): Promise<WholeResponse> {
    const { clock, timeoutMs = TIMEOUT_MS } = this.#options;
    const { pathname } = this.#client.settings.server;
    const waits = printDurationMs(timeoutMs);
    const late = new AbortController();
    const timer = clock.after(timeoutMs, () => {
      late.abort(new WebhookTimeout(`no answer within ${timeoutMs / 1000} s`));
    });
    let answer: WholeResponse;
    try {
      answer = await this.#client.call({
        method: "POST",
        // The path is that of the server's address; how long is waited is said as clients do.
        path: `${pathname.replaceAll("/", "") === "" ? "/" : ""}?timeout=${waits}`,
        headers: { "content-type": "application/json", accept: "application/json, */*" },
        body,
        // Who is asked twice says the same twice.
        replayable: true,
        limits: { bodyLimitBytes: ANSWER_LIMIT_BYTES },
        signal: AbortSignal.any([signal, late.signal]),
      });
    } finally {
      timer.cancel();
    }
    const { status } = answer;
    if (status < 200 || status > 299) {
      const Failure = status === 429 || status >= 500 ? TransientAnswer : Error;
      throw new Failure(`the webhook answered with the status ${status}`);
    }
    return answer;
  }
}
