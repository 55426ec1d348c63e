/**
 * Questions about who may do what.
 *
 * @module
 */

import type {
  LocalSubjectAccessReview,
  ResourceAttributes,
  SelfSubjectAccessReview,
  SelfSubjectAccessReviewSpec,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  SubjectAccessReviewSpec,
} from "../../../toolkit/api/authorization_v1.ts";
import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { badRequest, FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import type { AllowedRules, Attributes } from "../../authorization/authorizer.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import {
  fieldRequirements,
  knownFieldRequirements,
  knownLabelRequirements,
  labelRequirements,
  type SelectorAttributes,
} from "../../authorization/selectors.ts";
import { type Asked, reviews } from "./review.ts";
import { validateSelectors } from "./selector_attributes.ts";

const METADATA = FieldPath.of("metadata");
const SPEC = FieldPath.of("spec");
const RESOURCE = SPEC.child("resourceAttributes");
const NON_RESOURCE = SPEC.child("nonResourceAttributes");

function validateAction(spec: SelfSubjectAccessReviewSpec): FieldError[] {
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (resource !== undefined && path !== undefined) {
    const why = "cannot be specified in combination with resourceAttributes";
    return [FieldError.invalid(NON_RESOURCE, path, why)];
  }
  if (resource === undefined && path === undefined) {
    const why = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
    return [FieldError.invalid(RESOURCE, null, why)];
  }
  return [];
}

function validateSubject(spec: SubjectAccessReviewSpec): FieldError[] {
  const errors = validateAction(spec);
  if (!spec.user && !spec.groups?.length) {
    const why = "at least one of user or group must be specified";
    errors.push(FieldError.invalid(SPEC.child("user"), spec.user ?? "", why));
  }
  return errors;
}

/** Nobody keeps a question, so that it has no name and nothing else that objects have. */
function validateMetadata(metadata: ObjectMeta = {}, why = "must be empty"): FieldError[] {
  const { managedFields: _, namespace: _namespace, ...rest } = metadata;
  const isEmpty = Object.values(rest).every((value) =>
    !value || (typeof value === "object" && Object.keys(value).length === 0)
  );
  return isEmpty ? [] : [FieldError.invalid(METADATA, metadata, why)];
}

const selectorErrors = ({ resourceAttributes: resource }: SelfSubjectAccessReviewSpec) =>
  resource === undefined ? [] : validateSelectors(RESOURCE, resource);

function validateLocal({ spec, metadata }: LocalSubjectAccessReview): FieldError[] {
  const errors = [
    ...validateSubject(spec),
    ...selectorErrors(spec),
    ...validateMetadata(metadata, "must be empty except for namespace"),
  ];
  const { resourceAttributes: resource, nonResourceAttributes: path } = spec;
  if (resource !== undefined && (resource.namespace ?? "") !== metadata?.namespace) {
    const at = RESOURCE.child("namespace");
    errors.push(FieldError.invalid(at, resource.namespace ?? "", "must match metadata.namespace"));
  }
  if (path !== undefined) {
    errors.push(FieldError.invalid(NON_RESOURCE, path, "disallowed on this kind of request"));
  }
  return errors;
}

/** What is asked about, as the authorizer is asked of requests. */
function attributesOf(spec: SelfSubjectAccessReviewSpec, user: User): Attributes {
  const { resourceAttributes: resource, nonResourceAttributes: other } = spec;
  return {
    user,
    isResource: resource !== undefined,
    verb: (resource ?? other)?.verb ?? "",
    path: other?.path ?? "",
    group: resource?.group ?? "",
    version: resource?.version ?? "",
    namespace: resource?.namespace ?? "",
    resource: resource?.resource ?? "",
    subresource: resource?.subresource ?? "",
    name: resource?.name ?? "",
    selectors: resource && selectorsOf(resource),
  };
}

/** Selectors that were sent as text are read as those of a request are. */
function selectorsOf(
  { labelSelector: labels, fieldSelector: fields }: ResourceAttributes,
): SelectorAttributes | undefined {
  if (labels === undefined && fields === undefined) return undefined;
  return {
    ...(labels && {
      labels: labels.rawSelector
        ? labelRequirements(labels.rawSelector)
        : knownLabelRequirements(labels.requirements ?? []),
    }),
    ...(fields && {
      fields: fields.rawSelector
        ? fieldRequirements(fields.rawSelector)
        : knownFieldRequirements(fields.requirements ?? []),
    }),
  };
}

async function access(
  spec: SelfSubjectAccessReviewSpec,
  user: User,
  { endpoint, context }: Asked,
): Promise<JsonObject> {
  const attributes = attributesOf(spec, user);
  const verdict = await endpoint.authorizer.authorize(attributes, context);
  const { decision, reason } = verdict;
  const errors = [verdict.evaluationError, ...selectorProblems(attributes)]
    .filter((error) => error !== undefined);
  return {
    allowed: decision === "allow",
    ...(decision === "deny" && { denied: true }),
    ...(reason !== "" && { reason }),
    ...(errors.length > 0 && { evaluationError: errors.join("; ") }),
  };
}

/** What of the selectors was not heeded. */
function selectorProblems({ selectors }: Attributes): string[] {
  return ([["fieldSelector", selectors?.fields], ["labelSelector", selectors?.labels]] as const)
    .flatMap(([field, selector]) => {
      if (selector?.error === undefined) return [];
      const how = selector.requirements.length > 0 ? "partially ignored" : "ignored";
      return [`spec.resourceAttributes.${field} ${how} due to parse error`];
    });
}

function subjectOf(
  { user = "", uid = "", groups = [], extra = {} }: SubjectAccessReviewSpec,
): User {
  return { name: user, uid, groups, extra };
}

/** May the one who asks do this? */
export const selfSubjectAccessReviews = reviews<SelfSubjectAccessReview>({
  validate: ({ spec, metadata }) => [
    ...validateAction(spec),
    ...selectorErrors(spec),
    ...validateMetadata(metadata),
  ],
  answer: ({ spec }, asked) => access(spec, asked.context.user, asked),
});

/** May somebody do this? */
export const subjectAccessReviews = reviews<SubjectAccessReview>({
  validate: ({ spec, metadata }) => [
    ...validateSubject(spec),
    ...selectorErrors(spec),
    ...validateMetadata(metadata),
  ],
  answer: ({ spec }, asked) => access(spec, subjectOf(spec), asked),
});

/** May somebody do this in a namespace? */
export const localSubjectAccessReviews = reviews<LocalSubjectAccessReview>({
  validate: validateLocal,
  answer: ({ spec }, asked) => access(spec, subjectOf(spec), asked),
});

const UNKNOWN_RULES: AllowedRules = {
  resourceRules: [],
  nonResourceRules: [],
  incomplete: true,
  evaluationError: "the authorizer does not support listing the rules of a user",
};

/** What may the one who asks do in a namespace? */
export const selfSubjectRulesReviews = reviews<SelfSubjectRulesReview>({
  async answer({ spec }, { context, endpoint }) {
    if (!spec.namespace) throw badRequest("no namespace on request");
    const rules = await endpoint.authorizer.rulesOf?.(context.user, spec.namespace, context);
    return { ...rules ?? UNKNOWN_RULES };
  },
});
