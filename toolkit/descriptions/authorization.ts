/**
 * Descriptions of access reviews and rules reviews.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const ASKED: FieldWords = {
  resourceAttributes: "The access to a resource to check. Not allowed with nonResourceAttributes.",
  nonResourceAttributes: "The access to a non-resource path to check. Not allowed with " +
    "resourceAttributes.",
};

const ASKER: FieldWords = {
  user: "The name of the user.",
  extra: "Additional attributes of the user from the authenticator, by key.",
  uid: "The UID of the user.",
};

const OF_USER = "The user and the action to check. A user or a group is required.";
const GROUPS = "The groups of the user.";

const ALLOWED_VERBS = "The verbs that are allowed; * means all.";

/** What all versions have. */
const EVERY_VERSION: Words = {
  SubjectAccessReview: ["Checks whether a user or group may perform an action."],
  LocalSubjectAccessReview: [
    "Checks whether a user or group may perform an action in this namespace.",
  ],
  SelfSubjectAccessReview: ["Checks whether the current user may perform an action."],
  SelfSubjectAccessReviewSpec: ["The action to check.", ASKED],
  ResourceAttributes: ["An action on a resource.", {
    namespace: "The namespace of the action. Empty: all namespaces, or none for cluster-scoped " +
      "resources.",
    verb: "The verb: get, list, watch, create, update, patch, delete, proxy and others; * means " +
      "all.",
    group: "The resource's API group; * matches every group.",
    version: "The resource's API version; * matches every version.",
    resource: "The resource in the plural; * matches every resource.",
    subresource: "The subresource. Empty means none.",
    name: "The name of the object. Empty means all.",
    fieldSelector: "The field selector of the request, which authorizers may use to limit access.",
    labelSelector: "The label selector of the request, which authorizers may use to limit access.",
  }],
  NonResourceAttributes: ["An action on a path that is not a resource.", {
    path: "The URL path.",
    verb: "The HTTP method in lower case.",
  }],
  SubjectAccessReviewStatus: ["The result of the check.", {
    allowed: "Whether the action is allowed.",
    denied: "Whether the action is explicitly denied. If neither allowed nor denied is true, no " +
      "authorizer had an opinion, and access is refused.",
    reason: "Why the action is allowed or denied, as a human-readable message.",
    evaluationError: "An error during the check. The result may be valid nevertheless.",
  }],
  SelfSubjectRulesReview: [
    "Lists the actions that the current user may perform in a namespace: for display only, not " +
    "for access decisions.",
  ],
  SelfSubjectRulesReviewSpec: ["The namespace to list the rules of.", {
    namespace: "The namespace. Required.",
  }],
  SubjectRulesReviewStatus: ["The allowed actions.", {
    resourceRules: "The allowed actions on resources, in no particular order.",
    nonResourceRules: "The allowed actions on non-resource paths, in no particular order.",
    incomplete: "Whether the lists may be incomplete, because an authorizer can't list its rules.",
    evaluationError: "The errors that made the lists incomplete.",
  }],
  ResourceRule: ["Allowed actions on resources.", {
    verbs: ALLOWED_VERBS,
    apiGroups: "The API groups of the resources; * means all.",
    resources: "The resources in the plural, or RESOURCE/SUBRESOURCE; * means all.",
    resourceNames: "The names of the objects. If empty, all names.",
  }],
  NonResourceRule: ["Allowed actions on non-resource paths.", {
    verbs: ALLOWED_VERBS,
    nonResourceURLs: "The URL paths; a * at the end matches any rest.",
  }],
};

/** The descriptions of the access reviews and self subject rules reviews. */
export const AUTHORIZATION: Words = {
  ...EVERY_VERSION,
  SubjectAccessReviewSpec: [OF_USER, { ...ASKED, ...ASKER, groups: GROUPS }],
  FieldSelectorAttributes: ["A field selector, either as a string or as requirements.", {
    rawSelector: "The selector as a string.",
    requirements: "The requirements of the selector. All of them must be met.",
  }],
  LabelSelectorAttributes: ["A label selector, either as a string or as requirements.", {
    rawSelector: "The selector as a string.",
    requirements: "The requirements of the selector. All of them must be met.",
  }],
};

/** Of version 1 beta 1, which calls the groups a group. */
export const AUTHORIZATION_BETA: Words = {
  ...EVERY_VERSION,
  SubjectAccessReviewSpec: [OF_USER, { ...ASKED, ...ASKER, group: GROUPS }],
};
