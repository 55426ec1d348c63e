/**
 * Reviews: what a webhook is asked, and what it may answer.
 *
 * @module
 */

import { shownText } from "../objects/shown_text.ts";
import type { Status } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { statusErrorFromObject } from "../../../toolkit/errors/mod.ts";
import { formatApiVersion } from "../../../toolkit/schema/mod.ts";
import { quoteText } from "../../../toolkit/values/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";

/** The versions of reviews that are spoken. */
export const REVIEW_VERSIONS: readonly string[] = ["v1", "v1beta1"];

const KIND = "AdmissionReview";

/** What an answer says, checked. */
export interface Verdict {
  readonly allowed: boolean;
  readonly status: Status | undefined;
  /** JSON of a JSON patch. */
  readonly patch: Uint8Array | undefined;
  readonly auditAnnotations: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
}

/** A review to send. `objects`: as the webhook wants to see them. */
export function reviewOf(
  apiVersion: string,
  uid: string,
  facts: JsonObject,
  objects: { readonly object: JsonObject | undefined; readonly old: JsonObject | undefined },
): JsonObject {
  const { object = null, old = null } = objects;
  const { options, dryRun, ...rest } = facts;
  return {
    kind: KIND,
    apiVersion,
    request: { uid, ...rest, object, oldObject: old, dryRun, options },
  };
}

/** What is expected of an answer. */
export interface Expected {
  /** The group of reviews. */
  readonly group: string;
  /** The version that was sent. */
  readonly version: string;
  readonly uid: string;
  readonly mutating: boolean;
}

/** Reads an answer. Throws an Error that says what is wrong with it. */
export function readAnswer(answer: unknown, expected: Expected): Verdict {
  if (!isObject(answer)) throw new Error("the webhook's answer is not a JSON object");
  const { group, version, uid, mutating } = expected;
  const { response } = answer;
  if (response === undefined || response === null) throw new Error("webhook response was absent");
  if (!isObject(response)) throw new Error("the webhook's response is not an object");
  const strict = version === "v1";
  if (strict) checkUid(response, uid);
  checkKind(answer, formatApiVersion(group, version), strict);
  const allowed = response.allowed ?? false;
  if (typeof allowed !== "boolean") throw new Error("response.allowed is not a boolean");
  return {
    allowed,
    status: statusOf(response.status),
    patch: patchOf(response, mutating, strict),
    auditAnnotations: textsOf(response.auditAnnotations),
    warnings: warningsOf(response.warnings),
  };
}

function checkUid(response: JsonObject, expected: string): void {
  const uid = response.uid ?? "";
  if (uid === expected) return;
  const got = quoteText(shownText(uid));
  throw new Error(`expected response.uid=${quoteText(expected)}, got ${got}`);
}

/** Webhooks of the old version never had to say what they answer: but what they say has to be right. */
function checkKind(answer: JsonObject, expected: string, strict: boolean): void {
  const [apiVersion, kind] = [answer.apiVersion ?? "", answer.kind ?? ""];
  const isRight = (said: unknown, right: string) => said === right || !strict && said === "";
  if (isRight(kind, KIND) && isRight(apiVersion, expected)) return;
  const got = `${shownText(apiVersion)}, Kind=${shownText(kind)}`;
  throw new Error(`expected webhook response of ${expected}, Kind=${KIND}, got ${got}`);
}

const JSON_PATCH = "JSONPatch";

function patchOf(
  response: JsonObject,
  mutating: boolean,
  strict: boolean,
): Uint8Array | undefined {
  const text = textOf(response, "patch") ?? "";
  const type = textOf(response, "patchType");
  if (!mutating) {
    if (!strict) return undefined;
    if (text !== "") throw new Error("validating webhook may not return response.patch");
    if (type === undefined) return undefined;
    throw new Error("validating webhook may not return response.patchType");
  }
  if (strict) checkPatchType(text, type);
  if (text === "") return undefined;
  try {
    return Uint8Array.fromBase64(text);
  } catch {
    throw new Error("response.patch is not encoded in base64");
  }
}

function checkPatchType(text: string, type: string | undefined): void {
  if (text !== "" && type === undefined) {
    throw new Error("webhook returned response.patch but not response.patchType");
  }
  if (text === "" && type !== undefined) {
    throw new Error("webhook returned response.patchType but not response.patch");
  }
  if (type === "") throw new Error('webhook returned invalid response.patchType of ""');
  if (type !== undefined && type !== JSON_PATCH) {
    throw new Error(`unsupported patch type ${quoteText(type)}`);
  }
}

function statusOf(value: unknown): Status | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw new Error("response.status is not an object");
  // A webhook need not say that it is a status, and of what kind.
  const fields = { ...value, kind: "Status", apiVersion: "v1", status: "Failure" };
  return statusErrorFromObject(fields)?.status;
}

function textsOf(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (isObject(value) && Object.values(value).every((one) => typeof one === "string")) {
    return value as Record<string, string>;
  }
  throw new Error("response.auditAnnotations is not a map of strings");
}

function warningsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value;
  throw new Error("response.warnings is not a list of strings");
}

/** A field that is a text; null is as good as nothing. */
function textOf(object: JsonObject, field: string): string | undefined {
  const value = object[field] ?? undefined;
  if (value === undefined || typeof value === "string") return value;
  throw new Error(`${field} is not a string`);
}
