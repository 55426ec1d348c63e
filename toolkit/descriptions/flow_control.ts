/**
 * Descriptions of flow schemas and priority levels.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of flow schemas and priority level configurations. */
export const FLOW_CONTROL: Words = {
  FlowSchema: ["Assigns requests to a priority level, and to flows within it."],
  FlowSchemaSpec: ["Which requests match, and their priority level.", {
    priorityLevelConfiguration: "The priority level of matching requests.",
    matchingPrecedence: "If several schemas match a request, the one with the lowest precedence " +
      "applies: 1 to 10000. Default: 1000.",
    distinguisherMethod: "How requests are divided into flows, which get fair shares. If unset, " +
      "all are one flow.",
    rules: "The rules for matching requests; one match is enough. If empty, no request matches.",
  }],
  FlowDistinguisherMethod: ["How requests are divided into flows.", {
    type: "ByUser (a flow for each user) or ByNamespace.",
  }],
  PriorityLevelConfigurationReference: ["A reference to a priority level.", {
    name: "The name of the priority level.",
  }],
  PolicyRulesWithSubjects: ["Matches requests by their senders and their targets.", {
    subjects: "The senders: at least one; any of them matches.",
    resourceRules: "Rules for requests to resources; one match is enough.",
    nonResourceRules: "Rules for requests to non-resource paths; one match is enough.",
  }],
  Subject: ["A user, a group or a service account.", {
    kind: "User, Group or ServiceAccount: which one of the other fields is set.",
    user: "A user.",
    group: "A group.",
    serviceAccount: "A service account.",
  }],
  UserSubject: ["A user.", { name: "The name of the user; * matches all." }],
  GroupSubject: ["A group.", { name: "The name of the group; * matches all." }],
  ServiceAccountSubject: ["A service account.", {
    namespace: "The namespace of the service account.",
    name: "The name of the service account; * matches all in the namespace.",
  }],
  ResourcePolicyRule: ["Matches requests to resources. All parts must match.", {
    verbs: "The verbs; a single * matches all.",
    apiGroups: "The API groups; a single * matches all.",
    resources: "The resources in the plural, or RESOURCE/SUBRESOURCE; a single * matches all.",
    clusterScope: "Whether requests without a namespace match. Default: false.",
    namespaces: "The namespaces of matching requests; * matches all. Required unless " +
      "clusterScope is true.",
  }],
  NonResourcePolicyRule: ["Matches requests to non-resource paths.", {
    verbs: "The verbs; a single * matches all.",
    nonResourceURLs: "The URL paths; a last element * matches everything below; a single * " +
      "matches all.",
  }],
  FlowSchemaStatus: ["The observed state of a flow schema."],
  FlowSchemaCondition: ["A condition of a flow schema.", {
    type: "The type of the condition: Dangling, for a missing priority level.",
  }],
  PriorityLevelConfiguration: ["Limits how many requests of the level run at the same time."],
  PriorityLevelConfigurationSpec: ["The concurrency limits of a priority level.", {
    type: "Limited, or Exempt, whose requests are never queued or rejected. The field of that " +
      "name is set.",
    limited: "The settings of a Limited level.",
    exempt: "The settings of an Exempt level.",
  }],
  LimitedPriorityLevelConfiguration: ["The settings of a limited priority level.", {
    nominalConcurrencyShares: "The level's share of the server's concurrency, relative to the " +
      "shares of all levels: 0 or more. Default: 30.",
    limitResponse: "What happens to requests above the limit.",
    lendablePercent: "How much of its concurrency other levels may borrow, in percent: 0 to 100. " +
      "Default: 0.",
    borrowingLimitPercent: "How much it may borrow from other levels, in percent of its own " +
      "concurrency. If unset, no limit.",
  }],
  ExemptPriorityLevelConfiguration: ["The settings of a priority level without limits.", {
    nominalConcurrencyShares: "The share of the server's concurrency that is reserved for the " +
      "level, relative to the shares of all levels: 0 or more. It does not limit the level. " +
      "Default: 0.",
    lendablePercent: "How much of that share other levels may borrow, in percent: 0 to 100. " +
      "Default: 0.",
  }],
  LimitResponse: ["What happens to requests above the limit.", {
    type: "Queue holds requests in queues, Reject answers with status 429.",
    queuing: "The settings of the queues. For type Queue only.",
  }],
  QueuingConfiguration: ["The queues of a priority level.", {
    queues: "The number of queues; more of them isolate flows better. Default: 64.",
    handSize: "How many queues a flow is dealt; each request joins the shortest of them. " +
      "Default: 8.",
    queueLengthLimit: "The maximum number of requests in a queue; further ones are rejected with " +
      "status 429. Default: 50.",
  }],
  PriorityLevelConfigurationStatus: ["The observed state of a priority level."],
  PriorityLevelConfigurationCondition: ["A condition of a priority level."],
};
