// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";
import type { scalars } from "./scalars.ts";

/** The types of flowcontrol/v1. */
export declare namespace flowcontrolV1 {
  /** Whether a condition holds. Unknown: whoever sets it can't tell. */
  type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

  /** The settings of a priority level without limits. */
  interface ExemptPriorityLevelConfiguration {
    /**
     * The share of the server's concurrency that is reserved for the level, relative to the shares of
     * all levels: 0 or more. It does not limit the level. Default: 0.
     */
    nominalConcurrencyShares?: number;
    /** How much of that share other levels may borrow, in percent: 0 to 100. Default: 0. */
    lendablePercent?: number;
  }

  /** How requests are divided into flows. */
  interface FlowDistinguisherMethod {
    /** ByUser (a flow for each user) or ByNamespace. */
    type: FlowDistinguisherMethodType;
  }

  /** What makes requests one flow: the same user, or the same namespace. */
  type FlowDistinguisherMethodType = "ByUser" | "ByNamespace" | (string & Record<never, never>);

  /** Assigns requests to a priority level, and to flows within it. */
  interface FlowSchema {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "FlowSchema";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: FlowSchemaSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: FlowSchemaStatus;
  }

  /** A condition of a flow schema. */
  interface FlowSchemaCondition {
    /** The type of the condition: Dangling, for a missing priority level. */
    type?: FlowSchemaConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status?: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /**
   * A condition of a flow schema. Dangling: there is no priority level of the name that it refers to.
   */
  type FlowSchemaConditionType = string;

  /** A list of FlowSchema objects. */
  interface FlowSchemaList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "FlowSchemaList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: FlowSchema[];
  }

  /** Which requests match, and their priority level. */
  interface FlowSchemaSpec {
    /** The priority level of matching requests. */
    priorityLevelConfiguration: PriorityLevelConfigurationReference;
    /**
     * If several schemas match a request, the one with the lowest precedence applies: 1 to 10000.
     * Default: 1000.
     */
    matchingPrecedence?: number;
    /** How requests are divided into flows, which get fair shares. If unset, all are one flow. */
    distinguisherMethod?: FlowDistinguisherMethod;
    /** The rules for matching requests; one match is enough. If empty, no request matches. */
    rules?: PolicyRulesWithSubjects[];
  }

  /** The observed state of a flow schema. */
  interface FlowSchemaStatus {
    /** The conditions of the object, at most one of each type. */
    conditions?: FlowSchemaCondition[];
  }

  /** A group. */
  interface GroupSubject {
    /** The name of the group; `*` matches all. */
    name: string;
  }

  /** What happens to requests above the limit. */
  interface LimitResponse {
    /** Queue holds requests in queues, Reject answers with status 429. */
    type: LimitResponseType;
    /** The settings of the queues. For type Queue only. */
    queuing?: QueuingConfiguration;
  }

  /**
   * What happens to requests beyond the limit. Queue: they wait. Reject: they are refused with status
   * 429.
   */
  type LimitResponseType = "Queue" | "Reject" | (string & Record<never, never>);

  /** The settings of a limited priority level. */
  interface LimitedPriorityLevelConfiguration {
    /**
     * The level's share of the server's concurrency, relative to the shares of all levels: 0 or more.
     * Default: 30.
     */
    nominalConcurrencyShares?: number | null;
    /** What happens to requests above the limit. */
    limitResponse?: LimitResponse;
    /** How much of its concurrency other levels may borrow, in percent: 0 to 100. Default: 0. */
    lendablePercent?: number;
    /**
     * How much it may borrow from other levels, in percent of its own concurrency. If unset, no
     * limit.
     */
    borrowingLimitPercent?: number;
  }

  /** Matches requests to non-resource paths. */
  interface NonResourcePolicyRule {
    /** The verbs; a single `*` matches all. */
    verbs: string[];
    /** The URL paths; a last element `*` matches everything below; a single `*` matches all. */
    nonResourceURLs: string[];
  }

  /** Matches requests by their senders and their targets. */
  interface PolicyRulesWithSubjects {
    /** The senders: at least one; any of them matches. */
    subjects: Subject[];
    /** Rules for requests to resources; one match is enough. */
    resourceRules?: ResourcePolicyRule[];
    /** Rules for requests to non-resource paths; one match is enough. */
    nonResourceRules?: NonResourcePolicyRule[];
  }

  /** Limits how many requests of the level run at the same time. */
  interface PriorityLevelConfiguration {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PriorityLevelConfiguration";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The desired state: users set it, controllers act on it. */
    spec?: PriorityLevelConfigurationSpec;
    /**
     * The observed state, set by the system. If the kind has a status subresource, it can be changed
     * only there.
     */
    status?: PriorityLevelConfigurationStatus;
  }

  /** A condition of a priority level. */
  interface PriorityLevelConfigurationCondition {
    /** The type of the condition, unique in the list. */
    type?: PriorityLevelConfigurationConditionType;
    /** Whether the condition holds: True, False or Unknown. */
    status?: ConditionStatus;
    /** When the status last changed from one value to another. */
    lastTransitionTime?: scalars.Time | null;
    /** The reason of the last transition: one word in CamelCase, for programs. */
    reason?: string;
    /** A human-readable message about the last transition. */
    message?: string;
  }

  /** A condition of a priority level. None is defined. */
  type PriorityLevelConfigurationConditionType = string;

  /** A list of PriorityLevelConfiguration objects. */
  interface PriorityLevelConfigurationList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "PriorityLevelConfigurationList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: PriorityLevelConfiguration[];
  }

  /** A reference to a priority level. */
  interface PriorityLevelConfigurationReference {
    /** The name of the priority level. */
    name: string;
  }

  /** The concurrency limits of a priority level. */
  interface PriorityLevelConfigurationSpec {
    /**
     * Limited, or Exempt, whose requests are never queued or rejected. The field of that name is set.
     */
    type: PriorityLevelEnablement;
    /** The settings of a Limited level. */
    limited?: LimitedPriorityLevelConfiguration;
    /** The settings of an Exempt level. */
    exempt?: ExemptPriorityLevelConfiguration;
  }

  /** The observed state of a priority level. */
  interface PriorityLevelConfigurationStatus {
    /** The conditions of the object, at most one of each type. */
    conditions?: PriorityLevelConfigurationCondition[];
  }

  /** Whether requests are limited. Exempt: they are carried out at once. */
  type PriorityLevelEnablement = "Exempt" | "Limited" | (string & Record<never, never>);

  /** The queues of a priority level. */
  interface QueuingConfiguration {
    /** The number of queues; more of them isolate flows better. Default: 64. */
    queues?: number;
    /** How many queues a flow is dealt; each request joins the shortest of them. Default: 8. */
    handSize?: number;
    /**
     * The maximum number of requests in a queue; further ones are rejected with status 429. Default:
     * 50.
     */
    queueLengthLimit?: number;
  }

  /** Matches requests to resources. All parts must match. */
  interface ResourcePolicyRule {
    /** The verbs; a single `*` matches all. */
    verbs: string[];
    /** The API groups; a single `*` matches all. */
    apiGroups: string[];
    /** The resources in the plural, or RESOURCE/SUBRESOURCE; a single `*` matches all. */
    resources: string[];
    /** Whether requests without a namespace match. Default: false. */
    clusterScope?: boolean;
    /** The namespaces of matching requests; `*` matches all. Required unless clusterScope is true. */
    namespaces?: string[] | null;
  }

  /** A service account. */
  interface ServiceAccountSubject {
    /** The namespace of the service account. */
    namespace: string;
    /** The name of the service account; `*` matches all in the namespace. */
    name: string;
  }

  /** A user, a group or a service account. */
  interface Subject {
    /** User, Group or ServiceAccount: which one of the other fields is set. */
    kind: SubjectKind;
    /** A user. */
    user?: UserSubject;
    /** A group. */
    group?: GroupSubject;
    /** A service account. */
    serviceAccount?: ServiceAccountSubject;
  }

  /** What a subject is: a user, a group or a service account. */
  type SubjectKind = "User" | "Group" | "ServiceAccount" | (string & Record<never, never>);

  /** A user. */
  interface UserSubject {
    /** The name of the user; `*` matches all. */
    name: string;
  }
}

export type ConditionStatus = flowcontrolV1.ConditionStatus;
export type ExemptPriorityLevelConfiguration = flowcontrolV1.ExemptPriorityLevelConfiguration;
export type FlowDistinguisherMethod = flowcontrolV1.FlowDistinguisherMethod;
export type FlowDistinguisherMethodType = flowcontrolV1.FlowDistinguisherMethodType;
export type FlowSchema = flowcontrolV1.FlowSchema;
export type FlowSchemaCondition = flowcontrolV1.FlowSchemaCondition;
export type FlowSchemaConditionType = flowcontrolV1.FlowSchemaConditionType;
export type FlowSchemaList = flowcontrolV1.FlowSchemaList;
export type FlowSchemaSpec = flowcontrolV1.FlowSchemaSpec;
export type FlowSchemaStatus = flowcontrolV1.FlowSchemaStatus;
export type GroupSubject = flowcontrolV1.GroupSubject;
export type LimitResponse = flowcontrolV1.LimitResponse;
export type LimitResponseType = flowcontrolV1.LimitResponseType;
export type LimitedPriorityLevelConfiguration = flowcontrolV1.LimitedPriorityLevelConfiguration;
export type NonResourcePolicyRule = flowcontrolV1.NonResourcePolicyRule;
export type PolicyRulesWithSubjects = flowcontrolV1.PolicyRulesWithSubjects;
export type PriorityLevelConfiguration = flowcontrolV1.PriorityLevelConfiguration;
export type PriorityLevelConfigurationCondition = flowcontrolV1.PriorityLevelConfigurationCondition;
export type PriorityLevelConfigurationConditionType = flowcontrolV1.PriorityLevelConfigurationConditionType;
export type PriorityLevelConfigurationList = flowcontrolV1.PriorityLevelConfigurationList;
export type PriorityLevelConfigurationReference = flowcontrolV1.PriorityLevelConfigurationReference;
export type PriorityLevelConfigurationSpec = flowcontrolV1.PriorityLevelConfigurationSpec;
export type PriorityLevelConfigurationStatus = flowcontrolV1.PriorityLevelConfigurationStatus;
export type PriorityLevelEnablement = flowcontrolV1.PriorityLevelEnablement;
export type QueuingConfiguration = flowcontrolV1.QueuingConfiguration;
export type ResourcePolicyRule = flowcontrolV1.ResourcePolicyRule;
export type ServiceAccountSubject = flowcontrolV1.ServiceAccountSubject;
export type Subject = flowcontrolV1.Subject;
export type SubjectKind = flowcontrolV1.SubjectKind;
export type UserSubject = flowcontrolV1.UserSubject;
