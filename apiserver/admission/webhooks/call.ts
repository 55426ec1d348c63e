/**
 * One question to a webhook: bounded in time and size whatever the webhook does.
 *
 * @module
 */

import type { Clock } from "../../../toolkit/clock.ts";
import {
  decodeUntypedJson,
  encodeUntypedJson,
  type JsonObject,
} from "../../../toolkit/codec/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import {
  type Locate,
  placeOfWebhook,
  shortened,
  type WebhookCalls,
  type WebhookPlace,
  webhookRefusal,
} from "../../callout/mod.ts";
import { CallFailure } from "./failures.ts";
import { readAnswer, REVIEW_VERSIONS, reviewOf, type Verdict } from "./review.ts";
import type { Webhook } from "./webhook.ts";

/** What webhooks are called with. */
export interface WebhookCaller {
  readonly client: WebhookCalls;
  /** Where a service is. */
  readonly locate: Locate;
  readonly clock: Clock;
  uid(): string;
  /** The group of reviews. */
  readonly group: string;
}

/** Bytes of an answer: a patch that puts in the largest object, encoded twice, fits. */
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

/** What a webhook is asked about. */
export interface Question {
  readonly facts: JsonObject;
  readonly object: JsonObject | undefined;
  readonly old: JsonObject | undefined;
  readonly mutating: boolean;
  /** When the time of who asks is over, on the clock's scale of spans; undefined: it may last. */
  readonly end?: number | undefined;
  readonly signal: AbortSignal;
}

/** Asks a webhook. Throws CallFailure where that fails, and what the question's signal aborts with. */
export async function ask(
  webhook: Webhook,
  question: Question,
  caller: WebhookCaller,
): Promise<Verdict> {
  const { mutating, facts } = question;
  const fail = (why: string, code: number, cause?: unknown) =>
    new CallFailure(webhook.name, why, code, cause);
  const version = webhook.spec.admissionReviewVersions?.find((one) =>
    REVIEW_VERSIONS.includes(one)
  );
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw fail(`could not create admission objects: ${why}`, 400);
  }
  const { group } = caller;
  const uid = caller.uid();
  let place: WebhookPlace;
  try {
    place = placeOfWebhook(webhook.spec.clientConfig, caller.locate);
  } catch (error) {
    throw fail(`failed to call webhook: ${messageOf(error)}`, 503, error);
  }
  const review = reviewOf(formatApiVersion(group, version), uid, facts, question);
  let answer: unknown;
  try {
    answer = await send(webhook, place, encodeUntypedJson(review), question, caller);
  } catch (error) {
    question.signal.throwIfAborted();
    const code = error instanceof AnswerError ? error.code : 503;
    throw fail(`failed to call webhook: ${messageOf(error)}`, code, error);
  }
  try {
    return readAnswer(answer, { group, version, uid, mutating });
  } catch (error) {
    throw fail(`received invalid webhook response: ${messageOf(error)}`, 503, error);
  }
}

/** An answer that says itself that something went wrong. */
class AnswerError extends Error {
  constructor(message: string, readonly code: number) {
    super(message);
  }
}

async function send(
  webhook: Webhook,
  { endpoint, path, authority, url }: WebhookPlace,
  body: Uint8Array,
  { end = Infinity, signal }: Question,
  { client, clock }: WebhookCaller,
): Promise<unknown> {
  // What it has time for: no more than who asks has left.
  const leftMs = Math.max(1, Math.min(webhook.timeoutMs, end - clock.monotonic()));
  const query = `?timeout=${Math.ceil(leftMs / 1000)}s`;
  const late = new AbortController();
  const timer = clock.after(webhook.timeoutMs, () => {
    late.abort(new Error("context deadline exceeded"));
  });
  let answer;
  try {
    answer = await client.call(endpoint, {
      method: "POST",
      path: path + query,
      headers: {
        "content-type": "application/json",
        accept: "application/json, */*",
        host: authority,
      },
      body,
      // Who is asked twice says the same twice.
      replayable: true,
      limits: { bodyLimitBytes: ANSWER_LIMIT_BYTES },
      signal: AbortSignal.any([signal, late.signal]),
    });
  } catch (error) {
    throw new Error(`Post ${quoteText(url + query)}: ${messageOf(error)}`, { cause: error });
  } finally {
    timer.cancel();
  }
  if (answer.status < 200 || answer.status > 299) {
    const { message, code } = webhookRefusal(answer);
    throw new AnswerError(message, code);
  }
  try {
    // Only the bytes count: many webhooks leave the content type to a library that takes it for text.
    return decodeUntypedJson(answer.body);
  } catch (error) {
    const type = String(answer.headers["content-type"] ?? "");
    if (type === "" || IS_JSON.test(type)) throw error;
    const said = quoteText(shortened(type));
    throw new Error(`${messageOf(error)} (the content type of the answer is ${said})`, {
      cause: error,
    });
  }
}

const IS_JSON = /^application\/json\s*(?:;.*)?$/i;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
