/**
 * A server's question before a write, and the answer.
 *
 * @module
 */

import type { admissionV1, metaV1 } from "../api/mod.ts";
import { encodeUntypedJson } from "../codec/json.ts";
import { copyJson, isObject } from "../values/json.ts";
import { jsonPatch } from "./json_patch.ts";
import type { ErasedWebhook, Verdict } from "./webhook.ts";

/** What a webhook is asked for. */
export type Step = "mutate" | "validate";

/** Warnings of one answer; servers cut what is more. */
const WARNINGS_LIMIT = 100;

/**
 * Answers a review. Throws what the webhook's functions throw, and a TypeError for a question that is
 * none: then there is no answer, and the server does as its failure policy says.
 */
export async function answerAdmission(
  webhook: ErasedWebhook,
  step: Step,
  question: unknown,
  signal: AbortSignal,
): Promise<admissionV1.AdmissionReview> {
  const { apiVersion, request } = reviewIn(question);
  const warnings: string[] = [];
  const auditAnnotations: Record<string, string> = {};
  const { uid = "", operation, object, oldObject, userInfo = {}, dryRun = false } = request;
  const review = {
    operation,
    ...(isObject(object) && { object: copyJson(object) as object }),
    ...(isObject(oldObject) && { oldObject: copyJson(oldObject) as object }),
    user: userInfo,
    dryRun,
    signal,
    warn: (text: string) => {
      if (warnings.length < WARNINGS_LIMIT) warnings.push(text);
    },
    audit: (key: string, value: string) => void (auditAnnotations[key] = value),
  };
  const verdict = statusOf(await verdictOf(webhook, step, review), webhook, request);
  const response: admissionV1.AdmissionResponse = {
    uid,
    ...(verdict === undefined ? { allowed: true } : { allowed: false, status: verdict }),
    ...(warnings.length > 0 && { warnings }),
    ...(Object.keys(auditAnnotations).length > 0 && { auditAnnotations }),
  };
  if (step === "mutate" && isObject(object) && review.object !== undefined) {
    const patch = jsonPatch(object, review.object);
    if (patch.length > 0) {
      response.patchType = "JSONPatch";
      response.patch = encodeUntypedJson(patch).toBase64();
    }
  }
  return { apiVersion, kind: "AdmissionReview", response };
}

/** What it is asked about as it comes, which is not to be trusted to be anything. */
function reviewIn(question: unknown): {
  readonly apiVersion: string;
  readonly request: admissionV1.AdmissionRequest;
} {
  if (!isObject(question) || !isObject(question.request)) {
    throw new TypeError("the request is no AdmissionReview: it has no request");
  }
  const { apiVersion, request } = question;
  if (typeof apiVersion !== "string" || !/^admission\.[a-z0-9.]+\/v1$/.test(apiVersion)) {
    throw new TypeError(
      `AdmissionReviews of ${String(apiVersion)} are not answered, those of v1 are`,
    );
  }
  return { apiVersion, request: request as admissionV1.AdmissionRequest };
}

async function verdictOf(
  { mutate, validate, validateDelete }: ErasedWebhook,
  step: Step,
  review: { readonly operation?: string | undefined },
): Promise<Verdict> {
  if (step === "mutate") {
    // It only edits: what an expression of it comes to is no verdict.
    await mutate?.(review as never);
    return;
  }
  const judge = review.operation === "DELETE" ? validateDelete : validate;
  return await judge?.(review as never);
}

/** Undefined: it is allowed. */
function statusOf(
  verdict: Verdict,
  { for: { kind } }: ErasedWebhook,
  { name = "", kind: asked }: Partial<admissionV1.AdmissionRequest>,
): metaV1.Status | undefined {
  if (verdict === undefined) return undefined;
  if (typeof verdict === "string") {
    return { status: "Failure", message: verdict, reason: "Forbidden", code: 403 };
  }
  if (verdict.length === 0) return undefined;
  const group = asked?.group ?? "";
  const problems = verdict.map(({ field, message }) => `${field}: ${message}`);
  const list = problems.length === 1 ? problems[0] : `[${problems.join(", ")}]`;
  return {
    status: "Failure",
    // In the words in which servers tell of their own checks.
    message: `${group === "" ? kind : `${kind}.${group}`} "${name}" is invalid: ${list}`,
    reason: "Invalid",
    details: {
      ...(name !== "" && { name }),
      ...(group !== "" && { group }),
      kind,
      causes: verdict.map(({ field, message }) => ({
        reason: "FieldValueInvalid",
        field,
        message,
      })),
    },
    code: 422,
  };
}
