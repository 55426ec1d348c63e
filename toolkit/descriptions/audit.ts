/**
 * Descriptions of audit events, and of the policy that says what is recorded.
 *
 * @module
 */

import type { FieldWords, Words } from "./words.ts";

const OMITTED: FieldWords = {
  omitStages: "Stages at which nothing is recorded: RequestReceived, ResponseStarted, " +
    "ResponseComplete, Panic. Those of the policy and those of the rule add up.",
};

/** The descriptions of audit events and audit policies. */
export const AUDIT: Words = {
  Event: ["What the audit log says of one request at one stage.", {
    level: "In what detail the event was recorded: Metadata, Request or RequestResponse.",
    auditID: "A unique ID of the request: the same in all of its events, and in the answer's " +
      "Audit-Id header.",
    stage: "The stage of the request: RequestReceived, ResponseStarted, ResponseComplete or Panic.",
    requestURI: "The path and query as the client sent them.",
    verb: "The verb: get, list, watch, create, update, patch, delete and others. For paths that " +
      "are no resources, the HTTP method in lower case.",
    user: "The user who sent the request.",
    impersonatedUser: "The user as whom the request was carried out. Unset without impersonation.",
    authenticationMetadata: "More about how the user was authenticated.",
    sourceIPs: "The addresses that the request came from: those of the forwarding headers, in " +
      "order, and that of the connection. All but the last were sent by the client, and may be " +
      "false.",
    userAgent: "The program that the client says it is. It may be false.",
    objectRef: "The object or collection of the request. Unset for paths that are no resources.",
    responseStatus: "The status of the answer, its message and its code. Unset before there is " +
      "an answer.",
    requestObject: "The body of the request as it came, in JSON. Unset below level Request, and " +
      "for what is no object.",
    responseObject: "The object that was returned, in JSON. Unset below level RequestResponse.",
    requestReceivedTimestamp: "When the request reached the server.",
    stageTimestamp: "When the request reached this stage.",
    annotations: "Keys and values that parts of the server added: why access was allowed, what " +
      "webhooks did. Present from level Metadata on.",
  }],
  AuthenticationMetadata: ["More about how the user was authenticated.", {
    impersonationConstraint: "The verb by which the impersonation was allowed. Unset without " +
      "impersonation, and if it was not constrained.",
  }],
  ObjectReference: ["The object or collection of a request.", {
    resource: "The resource in the plural.",
    namespace: "The namespace. Empty for cluster-scoped kinds, and for requests about all " +
      "namespaces.",
    name: "The name of the object. Empty for collections, and where the server made the name.",
    uid: "The UID of the object, where the request told it.",
    apiGroup: "The API group. Empty for the core group.",
    apiVersion: "The API version without the group.",
    resourceVersion: "The resourceVersion of the object, where the request told it.",
    subresource: "The subresource, such as status. Empty: the object itself.",
  }],
  Policy: ["Which requests are recorded, and in what detail.", {
    rules: "The rules in order: the first that matches decides. A request that none matches is " +
      "not recorded.",
    ...OMITTED,
    omitManagedFields: "Whether managed fields are left out of recorded objects. Rules may say " +
      "otherwise. Default: false.",
  }],
  PolicyRule: [
    "Matches requests, and says in what detail they are recorded. What is set must match; what " +
    "is empty matches everything.",
    {
      level: "The detail: None, Metadata, Request (adds the request body), RequestResponse (adds " +
        "both bodies).",
      users: "The names of users.",
      userGroups: "Groups: the user must be in one of them.",
      verbs: "Verbs, such as get and update.",
      resources: "Resources. With them, requests for paths that are no resources don't match.",
      namespaces: "Namespaces. The empty string stands for requests in none.",
      nonResourceURLs: "Paths that are no resources; a * at the end matches any rest. With them, " +
        "requests for resources don't match.",
      ...OMITTED,
      omitManagedFields: "Whether managed fields are left out of recorded objects. If unset, " +
        "what the policy says.",
    },
  ],
  GroupResources: ["Resources of one API group.", {
    group: "The API group. Empty for the core group.",
    resources: "The resources in the plural, RESOURCE/SUBRESOURCE, RESOURCE/* for all " +
      "subresources or */SUBRESOURCE. If empty, all.",
    resourceNames: "The names of objects. If empty, all. Requires resources.",
  }],
};
