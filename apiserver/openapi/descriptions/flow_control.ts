/**
 * How requests share the server: flow schemas and priority levels.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of flow schemas and priority level configurations. */
export const FLOW_CONTROL: Words = {
  FlowSchema: ["Sorts some requests into a priority level, and into flows of it."],
  FlowSchemaSpec: ["Which requests, and where to.", {
    priorityLevelConfiguration: "The priority level.",
    matchingPrecedence: "The schema with the lowest number that fits a request counts: 1 to " +
      "10000. Default: 1000.",
    distinguisherMethod: "What tells flows apart: each gets its fair share. Left out: all is one " +
      "flow.",
    rules: "The requests: one rule that fits is enough. None: no requests.",
  }],
  FlowDistinguisherMethod: ["What tells flows apart.", {
    type: "ByUser or ByNamespace.",
  }],
  PriorityLevelConfigurationReference: ["A priority level.", { name: "Its name." }],
  PolicyRulesWithSubjects: ["Some requests: by who sends them, and by what they are about.", {
    subjects: "Who sends them: at least one; any of them.",
    resourceRules: "Requests about resources: any of these rules.",
    nonResourceRules: "Requests of paths that are no resources: any of these rules.",
  }],
  Subject: ["Users, groups or service accounts.", {
    kind: "User, Group or ServiceAccount: which one of the others is set.",
    user: "A user.",
    group: "A group.",
    serviceAccount: "A service account.",
  }],
  UserSubject: ["A user.", { name: "The name of the user; * for all." }],
  GroupSubject: ["A group.", { name: "The name of the group; * for all." }],
  ServiceAccountSubject: ["A service account.", {
    namespace: "The namespace of the account.",
    name: "The name of the account; * for all of the namespace.",
  }],
  ResourcePolicyRule: ["Some requests about resources. All parts have to fit.", {
    verbs: "What they do; * alone for all.",
    apiGroups: "The groups of the resources; * alone for all.",
    resources: "The resources, in the plural; RESOURCE/SUBRESOURCE; * alone for all.",
    clusterScope: "Whether requests without a namespace fit. Default: false.",
    namespaces: "Namespaces of the requests that fit; * for all. Required unless clusterScope.",
  }],
  NonResourcePolicyRule: ["Some requests of paths that are no resources.", {
    verbs: "What they do; * alone for all.",
    nonResourceURLs: "The paths; a last element * stands for anything below; * alone for all.",
  }],
  FlowSchemaStatus: ["What became of a flow schema."],
  FlowSchemaCondition: ["One aspect of a flow schema's state.", {
    type: "Dangling: whether its priority level is missing.",
  }],
  PriorityLevelConfiguration: ["How much of the server some requests may take."],
  PriorityLevelConfigurationSpec: ["How much of the server requests may take.", {
    type: "Limited, or Exempt for requests that never wait. Which one of the others is set.",
    limited: "The limits of a Limited one.",
    exempt: "What others may borrow of an Exempt one.",
  }],
  LimitedPriorityLevelConfiguration: ["The limits of a priority level.", {
    nominalConcurrencyShares: "How much of the server's concurrency it has, in proportion to the " +
      "other levels: 0 or more. Default: 30.",
    limitResponse: "What happens to requests beyond the limit.",
    lendablePercent: "How much of it others may borrow, in percent: 0 to 100. Default: 0.",
    borrowingLimitPercent: "How much it may borrow of others, in percent of its own. Left out: " +
      "as much as there is.",
  }],
  ExemptPriorityLevelConfiguration: ["What others may borrow of a level without limits.", {
    nominalConcurrencyShares: "How much of the server's concurrency is set aside for it, in " +
      "proportion to the other levels: 0 or more. It may take more. Default: 0.",
    lendablePercent: "How much of it others may borrow, in percent: 0 to 100. Default: 0.",
  }],
  LimitResponse: ["What happens to requests beyond a limit.", {
    type: "Queue lets them wait, Reject answers 429 at once.",
    queuing: "How they wait. For Queue only.",
  }],
  QueuingConfiguration: ["How requests wait.", {
    queues: "How many queues there are: more of them keep flows better apart. Default: 64.",
    handSize: "How many queues a flow may use: it joins the shortest of them. Default: 8.",
    queueLengthLimit: "How many requests may wait in one queue; further ones get 429. Default: 50.",
  }],
  PriorityLevelConfigurationStatus: ["What became of a priority level."],
  PriorityLevelConfigurationCondition: ["One aspect of a priority level's state."],
};
