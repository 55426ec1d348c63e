// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";
import type { Time } from "./scalars.ts";

export type ConditionStatus = "True" | "False" | "Unknown" | (string & Record<never, never>);

export interface ExemptPriorityLevelConfiguration {
  nominalConcurrencyShares?: number;
  lendablePercent?: number;
}

export interface FlowDistinguisherMethod {
  type: FlowDistinguisherMethodType;
}

export type FlowDistinguisherMethodType = "ByUser" | "ByNamespace" | (string & Record<never, never>);

export interface FlowSchema {
  apiVersion?: string;
  kind?: "FlowSchema";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: FlowSchemaSpec;
  status?: FlowSchemaStatus;
}

export interface FlowSchemaCondition {
  type?: FlowSchemaConditionType;
  status?: ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type FlowSchemaConditionType = string;

export interface FlowSchemaList {
  apiVersion?: string;
  kind?: "FlowSchemaList";
  metadata?: metaV1.ListMeta;
  items: FlowSchema[];
}

export interface FlowSchemaSpec {
  priorityLevelConfiguration: PriorityLevelConfigurationReference;
  matchingPrecedence?: number;
  distinguisherMethod?: FlowDistinguisherMethod;
  rules?: PolicyRulesWithSubjects[];
}

export interface FlowSchemaStatus {
  conditions?: FlowSchemaCondition[];
}

export interface GroupSubject {
  name: string;
}

export interface LimitResponse {
  type: LimitResponseType;
  queuing?: QueuingConfiguration;
}

export type LimitResponseType = "Queue" | "Reject" | (string & Record<never, never>);

export interface LimitedPriorityLevelConfiguration {
  nominalConcurrencyShares?: number | null;
  limitResponse?: LimitResponse;
  lendablePercent?: number;
  borrowingLimitPercent?: number;
}

export interface NonResourcePolicyRule {
  verbs: string[];
  nonResourceURLs: string[];
}

export interface PolicyRulesWithSubjects {
  subjects: Subject[];
  resourceRules?: ResourcePolicyRule[];
  nonResourceRules?: NonResourcePolicyRule[];
}

export interface PriorityLevelConfiguration {
  apiVersion?: string;
  kind?: "PriorityLevelConfiguration";
  metadata?: metaV1.ClusterObjectMeta;
  spec?: PriorityLevelConfigurationSpec;
  status?: PriorityLevelConfigurationStatus;
}

export interface PriorityLevelConfigurationCondition {
  type?: PriorityLevelConfigurationConditionType;
  status?: ConditionStatus;
  lastTransitionTime?: Time | null;
  reason?: string;
  message?: string;
}

export type PriorityLevelConfigurationConditionType = string;

export interface PriorityLevelConfigurationList {
  apiVersion?: string;
  kind?: "PriorityLevelConfigurationList";
  metadata?: metaV1.ListMeta;
  items: PriorityLevelConfiguration[];
}

export interface PriorityLevelConfigurationReference {
  name: string;
}

export interface PriorityLevelConfigurationSpec {
  type: PriorityLevelEnablement;
  limited?: LimitedPriorityLevelConfiguration;
  exempt?: ExemptPriorityLevelConfiguration;
}

export interface PriorityLevelConfigurationStatus {
  conditions?: PriorityLevelConfigurationCondition[];
}

export type PriorityLevelEnablement = "Exempt" | "Limited" | (string & Record<never, never>);

export interface QueuingConfiguration {
  queues?: number;
  handSize?: number;
  queueLengthLimit?: number;
}

export interface ResourcePolicyRule {
  verbs: string[];
  apiGroups: string[];
  resources: string[];
  clusterScope?: boolean;
  namespaces?: string[] | null;
}

export interface ServiceAccountSubject {
  namespace: string;
  name: string;
}

export interface Subject {
  kind: SubjectKind;
  user?: UserSubject;
  group?: GroupSubject;
  serviceAccount?: ServiceAccountSubject;
}

export type SubjectKind = "User" | "Group" | "ServiceAccount" | (string & Record<never, never>);

export interface UserSubject {
  name: string;
}
