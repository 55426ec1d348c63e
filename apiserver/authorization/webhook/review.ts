/**
 * Questions to authorization webhooks, and their answers.
 *
 * @module
 */

import type {
  ResourceAttributes,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from "../../../toolkit/api/authorization_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { type Dialect, groupInDialect, NAMES } from "../../../toolkit/names.ts";
import { formatApiVersion, parseApiVersion } from "../../../toolkit/schema/mod.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import type { Attributes } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import type { ReviewVersion } from "./settings.ts";

/** What is asked, as v1 has it. What is empty is left out. */
export function reviewSpecOf(attributes: Attributes): SubjectAccessReviewSpec {
  const { user, isResource, verb } = attributes;
  return {
    ...(isResource
      ? { resourceAttributes: resourceOf(attributes) }
      : { nonResourceAttributes: withoutEmpty({ path: attributes.path, verb }) }),
    ...withoutEmpty({ user: user.name, uid: user.uid }),
    ...(user.groups.length > 0 && { groups: [...user.groups] }),
    ...(Object.keys(user.extra).length > 0 && {
      extra: Object.fromEntries(
        Object.entries(user.extra).map(([key, values]) => [key, [...values]]),
      ),
    }),
  };
}

function resourceOf(
  { namespace, verb, group, version, resource, subresource, name, selectors }: Attributes,
): ResourceAttributes {
  const fields = selectors?.fields?.requirements ?? [];
  const labels = (selectors?.labels?.requirements ?? [])
    .map(({ values, ...rest }) => ({ ...rest, ...(values?.length && { values }) }));
  return {
    // A review that names no version is about all.
    ...withoutEmpty({ namespace, verb, group, version: version || "*", resource }),
    ...withoutEmpty({ subresource, name }),
    ...(fields.length > 0 && { fieldSelector: { requirements: [...fields] } }),
    ...(labels.length > 0 && { labelSelector: { requirements: [...labels] } }),
  };
}

function withoutEmpty<const T extends Record<string, string>>(texts: T): Partial<T> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) as Partial<T>;
}

/** The object that a webhook of that version is sent. */
export function reviewOf(
  spec: SubjectAccessReviewSpec,
  version: ReviewVersion,
  dialect: Dialect,
): JsonObject {
  const { groups, ...rest } = spec;
  return {
    kind: "SubjectAccessReview",
    apiVersion: formatApiVersion(NAMES[dialect].group("authorization"), version),
    metadata: {},
    // The old version calls groups otherwise.
    spec: version === "v1" || groups === undefined ? spec : { ...rest, group: groups },
    status: { allowed: false },
  } as unknown as JsonObject;
}

/** An answer that is not one. */
class MalformedAnswer extends Error {
  override readonly name = "MalformedAnswer";
}

/** What an answer says. Throws a {@link MalformedAnswer} where it says nothing that can be understood. */
export function statusOf(
  answer: unknown,
  version: ReviewVersion,
  dialect: Dialect,
): SubjectAccessReviewStatus {
  if (!isObject(answer)) throw new MalformedAnswer("the answer is no object");
  const given = answer as JsonObject;
  // Null is as good as nothing: many languages write it for that.
  const [apiVersion, kind] = [given.apiVersion ?? "", given.kind ?? ""];
  const status = given.status ?? {};
  // Who says what it is must mean this; in either dialect's name.
  const isReview = (kind === "" || kind === "SubjectAccessReview") &&
    (apiVersion === "" || typeof apiVersion === "string" && isOf(apiVersion, version, dialect));
  if (!isReview) {
    const found = `kind ${JSON.stringify(kind)} of ${JSON.stringify(apiVersion)}`;
    throw new MalformedAnswer(`the answer is no SubjectAccessReview of ${version}: ${found}`);
  }
  if (!isObject(status)) throw new MalformedAnswer("the answer's status is no object");
  const { allowed, denied, reason, evaluationError } = {
    allowed: status.allowed ?? false,
    denied: status.denied ?? false,
    reason: status.reason ?? "",
    evaluationError: status.evaluationError ?? "",
  };
  if (typeof allowed !== "boolean" || typeof denied !== "boolean") {
    throw new MalformedAnswer(
      "the answer's status.allowed and status.denied must be true or false",
    );
  }
  if (typeof reason !== "string" || typeof evaluationError !== "string") {
    throw new MalformedAnswer("the answer's status.reason must be a text");
  }
  return { allowed, denied, reason };
}

function isOf(apiVersion: string, version: ReviewVersion, dialect: Dialect): boolean {
  const given = parseApiVersion(apiVersion);
  return given?.version === version &&
    groupInDialect(given.group, dialect) === NAMES[dialect].group("authorization");
}

/** What a status decides: who both allows and denies denies. */
export function verdictOf({ allowed, denied, reason = "" }: SubjectAccessReviewStatus): Verdict {
  if (!denied) return { decision: allowed ? "allow" : "no opinion", reason };
  return {
    decision: "deny",
    reason,
    ...(allowed && {
      evaluationError: "webhook subject access review returned both allow and deny response",
    }),
  };
}
