/**
 * One webhook asked once, with all that follows from its failure policy.
 *
 * @module
 */

import { internalError } from "../../../toolkit/errors/mod.ts";
import type { Logger } from "../../../toolkit/logger.ts";
import type { AdmissionRequest } from "../admission.ts";
import { annotate } from "../../http/annotations.ts";
import { ask, type Question, type WebhookCaller } from "./call.ts";
import { CallFailure, Denial, denial, noDryRun } from "./failures.ts";
import type { WebhookMetrics } from "./metrics.ts";
import type { RelevanceOptions } from "./relevant.ts";
import type { Verdict } from "./review.ts";
import type { Webhook } from "./webhook.ts";

/** What asking takes. */
export interface Asking extends RelevanceOptions {
  readonly caller: WebhookCaller;
  readonly logger: Logger;
  readonly metrics: WebhookMetrics;
  /** The group of kinds of options. */
  readonly optionsGroup: string;
}

/** What became of a question that did not end the request. */
export type Outcome = "allowed" | "failed open";

/** Sends a question. */
export type Ask = (question: Pick<Question, "facts" | "object" | "old">) => Promise<Verdict>;

/**
 * Runs `run`, which asks the webhook, and counts how that ends. Throws the status by which the
 * webhook, or its failure, ends the request.
 */
export async function callWebhook(
  webhook: Webhook,
  request: AdmissionRequest,
  asking: Asking,
  run: (ask: Ask) => Promise<Verdict>,
): Promise<Outcome> {
  const { metrics, phase, caller, logger, clock } = asking;
  const { name, failsOpen } = webhook;
  const { operation, signal } = request;
  const startedMs = clock.monotonic();
  const count = (failure: unknown) => {
    const seconds = (clock.monotonic() - startedMs) / 1000;
    metrics.asked({ name, phase, operation, seconds, failure, failsOpen });
  };
  try {
    if (request.dryRun && !webhook.allowsDryRun) throw noDryRun(name);
    const verdict = await run((question) =>
      ask(
        webhook,
        { ...question, mutating: phase === "admit", end: request.waits?.end, signal },
        caller,
      )
    );
    if (!verdict.allowed) throw denial(name, verdict.status);
    count(undefined);
    return "allowed";
  } catch (error) {
    // Whoever asked has gone: that says nothing of the webhook.
    signal.throwIfAborted();
    count(error);
    if (error instanceof Denial) throw error.status;
    if (!(error instanceof CallFailure)) throw error;
    logger.warning("A webhook could not be called", {
      webhook: name,
      failsOpen,
      why: error.message,
    });
    if (failsOpen) return "failed open";
    throw internalError(error.message);
  }
}

/** Notes how long `call` lets the request wait. */
export async function waiting<T>(
  { waits }: AdmissionRequest,
  { clock, phase }: Asking,
  call: () => Promise<T>,
): Promise<T> {
  const began = clock.monotonic();
  try {
    return await call();
  } finally {
    if (waits !== undefined) {
      const tookMs = clock.monotonic() - began;
      waits.webhookMs += tookMs;
      if (phase === "admit") waits.mutatingWebhookMs = (waits.mutatingWebhookMs ?? 0) + tookMs;
    }
  }
}

/** Passes on what an answer says besides yes or no. */
export function note(
  { auditAnnotations, warnings }: Verdict,
  { name }: Webhook,
  request: AdmissionRequest,
  { logger }: Asking,
): void {
  const reasons = Object.entries(auditAnnotations)
    .flatMap(([key, value]) => annotate(request.annotations, `${name}/${key}`, value) ?? []);
  const [why] = reasons;
  if (why !== undefined) {
    const count = reasons.length;
    logger.warning("Audit annotations of a webhook are not recorded", {
      webhook: name,
      count,
      why,
    });
  }
  request.warnings.push(...warnings.slice(0, MOST_WARNINGS));
}

/** Warnings of one answer that are passed on. */
const MOST_WARNINGS = 1000;
