/**
 * Who may do what. Only answers; nothing is stored.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const ASKED: FieldWords = {
  resourceAttributes: "What is asked for, with resources. Either this or nonResourceAttributes.",
  nonResourceAttributes: "What is asked for, with a path that is no resource.",
};

const ALLOWED_VERBS = "What may be done; * for all.";

/** The OpenAPI descriptions of the access reviews and self subject rules reviews. */
export const AUTHORIZATION: Words = {
  SubjectAccessReview: ["Asks whether somebody may do something."],
  LocalSubjectAccessReview: ["Asks whether somebody may do something in this namespace."],
  SelfSubjectAccessReview: ["Asks whether oneself may do something."],
  SubjectAccessReviewSpec: ["Who, and what. Takes a user or a group.", {
    ...ASKED,
    user: "The name of the user.",
    groups: "The groups of the user.",
    extra: "More that the authenticator knows of the user, by key.",
    uid: "The uid of the user.",
  }],
  SelfSubjectAccessReviewSpec: ["What.", ASKED],
  ResourceAttributes: ["What is asked for, with resources.", {
    namespace: "The namespace. Empty: all of them, or none for resources without namespaces.",
    verb: "What is to be done: get, list, watch, create, update, patch, delete, proxy; * for all.",
    group: "The group of the resource; * for all.",
    version: "The version of the resource; * for all.",
    resource: "The resource, in the plural; * for all.",
    subresource: "The subresource. Empty: none.",
    name: "The name of the object. Empty: all.",
    fieldSelector: "The fields by which the request is narrowed. Some authorizers look at it.",
    labelSelector: "The labels by which the request is narrowed. Some authorizers look at it.",
  }],
  FieldSelectorAttributes: ["Fields by which a request is narrowed: in one of two forms.", {
    rawSelector: "The selector as text.",
    requirements: "The selector as requirements, which all have to be met.",
  }],
  LabelSelectorAttributes: ["Labels by which a request is narrowed: in one of two forms.", {
    rawSelector: "The selector as text.",
    requirements: "The selector as requirements, which all have to be met.",
  }],
  NonResourceAttributes: ["What is asked for, with a path that is no resource.", {
    path: "The path.",
    verb: "The method, in lower case.",
  }],
  SubjectAccessReviewStatus: ["Whether it is allowed.", {
    allowed: "Whether it is allowed.",
    denied: "Whether it is forbidden for sure. With neither, nobody had an opinion: it is not " +
      "allowed.",
    reason: "Why, for people.",
    evaluationError: "What went wrong meanwhile; the answer may be good all the same.",
  }],
  SelfSubjectRulesReview: [
    "Asks for all that oneself may do in a namespace: to show, not to decide by.",
  ],
  SelfSubjectRulesReviewSpec: ["Where.", { namespace: "The namespace. Required." }],
  SubjectRulesReviewStatus: ["What one may do.", {
    resourceRules: "What one may do with resources, in no order.",
    nonResourceRules: "What one may do with paths that are no resources, in no order.",
    incomplete: "Whether some authorizer could not tell all.",
    evaluationError: "Why it could not.",
  }],
  ResourceRule: ["What one may do with some resources.", {
    verbs: ALLOWED_VERBS,
    apiGroups: "The groups of the resources; * for all.",
    resources: "The resources, in the plural; RESOURCE/SUBRESOURCE; * for all.",
    resourceNames: "Only the objects of these names. Left out: all.",
  }],
  NonResourceRule: ["What one may do with some paths.", {
    verbs: ALLOWED_VERBS,
    nonResourceURLs: "The paths; a * at the end stands for anything.",
  }],
};
