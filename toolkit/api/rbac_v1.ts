// Made by `deno task generate` from toolkit/facts. Do not edit.
import type * as metaV1 from "./meta_v1.ts";

export interface AggregationRule {
  clusterRoleSelectors?: metaV1.LabelSelector[];
}

export interface ClusterRole {
  apiVersion?: string;
  kind?: "ClusterRole";
  metadata?: metaV1.ClusterObjectMeta;
  rules?: PolicyRule[] | null;
  aggregationRule?: AggregationRule;
}

export interface ClusterRoleBinding {
  apiVersion?: string;
  kind?: "ClusterRoleBinding";
  metadata?: metaV1.ClusterObjectMeta;
  subjects?: Subject[];
  roleRef: RoleRef;
}

export interface ClusterRoleBindingList {
  apiVersion?: string;
  kind?: "ClusterRoleBindingList";
  metadata?: metaV1.ListMeta;
  items: ClusterRoleBinding[];
}

export interface ClusterRoleList {
  apiVersion?: string;
  kind?: "ClusterRoleList";
  metadata?: metaV1.ListMeta;
  items: ClusterRole[];
}

export interface PolicyRule {
  verbs: string[];
  apiGroups?: string[];
  resources?: string[];
  resourceNames?: string[];
  nonResourceURLs?: string[];
}

export interface Role {
  apiVersion?: string;
  kind?: "Role";
  metadata?: metaV1.ObjectMeta;
  rules?: PolicyRule[] | null;
}

export interface RoleBinding {
  apiVersion?: string;
  kind?: "RoleBinding";
  metadata?: metaV1.ObjectMeta;
  subjects?: Subject[];
  roleRef: RoleRef;
}

export interface RoleBindingList {
  apiVersion?: string;
  kind?: "RoleBindingList";
  metadata?: metaV1.ListMeta;
  items: RoleBinding[];
}

export interface RoleList {
  apiVersion?: string;
  kind?: "RoleList";
  metadata?: metaV1.ListMeta;
  items: Role[];
}

export interface RoleRef {
  apiGroup?: string;
  kind: string;
  name: string;
}

export interface Subject {
  kind: string;
  apiGroup?: string;
  name: string;
  namespace?: string;
}
