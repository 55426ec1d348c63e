// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as authorizationV1 from "./authorization_v1.ts";
import type * as metaV1 from "./meta_v1.ts";

export type ExtraValue = string[];

export interface LocalSubjectAccessReview {
  apiVersion?: string;
  kind?: "LocalSubjectAccessReview";
  metadata?: metaV1.ObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

export interface NonResourceAttributes {
  path?: string;
  verb?: string;
}

export interface NonResourceRule {
  verbs: string[];
  nonResourceURLs?: string[];
}

export interface ResourceAttributes {
  namespace?: string;
  verb?: string;
  group?: string;
  version?: string;
  resource?: string;
  subresource?: string;
  name?: string;
  fieldSelector?: authorizationV1.FieldSelectorAttributes;
  labelSelector?: authorizationV1.LabelSelectorAttributes;
}

export interface ResourceRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
}

export interface SelfSubjectAccessReview {
  apiVersion?: string;
  kind?: "SelfSubjectAccessReview";
  metadata?: metaV1.ClusterObjectMeta;
  spec: SelfSubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

export interface SelfSubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes;
  nonResourceAttributes?: NonResourceAttributes;
}

export interface SelfSubjectRulesReview {
  apiVersion?: string;
  kind?: "SelfSubjectRulesReview";
  metadata?: metaV1.ClusterObjectMeta;
  spec: SelfSubjectRulesReviewSpec;
  status?: SubjectRulesReviewStatus;
}

export interface SelfSubjectRulesReviewSpec {
  namespace?: string;
}

export interface SubjectAccessReview {
  apiVersion?: string;
  kind?: "SubjectAccessReview";
  metadata?: metaV1.ClusterObjectMeta;
  spec: SubjectAccessReviewSpec;
  status?: SubjectAccessReviewStatus;
}

export interface SubjectAccessReviewSpec {
  resourceAttributes?: ResourceAttributes;
  nonResourceAttributes?: NonResourceAttributes;
  user?: string;
  group?: string[];
  extra?: Record<string, ExtraValue>;
  uid?: string;
}

export interface SubjectAccessReviewStatus {
  allowed: boolean;
  denied?: boolean;
  reason?: string;
  evaluationError?: string;
}

export interface SubjectRulesReviewStatus {
  resourceRules: ResourceRule[];
  nonResourceRules: NonResourceRule[];
  incomplete: boolean;
  evaluationError?: string;
}
