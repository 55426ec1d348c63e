// Made by `deno task generate` from toolkit/facts. Do not edit.
import type { metaV1 } from "./meta_v1.ts";

/** The types of rbac/v1. */
export declare namespace rbacV1 {
  /** Which cluster roles provide the rules of another one. */
  interface AggregationRule {
    /** Label selectors for cluster roles. A role that matches any of them is included. */
    clusterRoleSelectors?: metaV1.LabelSelector[];
  }

  /** Permissions in the whole cluster, or in the namespaces of the role bindings that refer to it. */
  interface ClusterRole {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ClusterRole";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The rules. Their permissions add up. Managed by the controller if aggregationRule is set. */
    rules?: PolicyRule[] | null;
    /** Which cluster roles provide the rules of this one. */
    aggregationRule?: AggregationRule;
  }

  /** Grants the permissions of a cluster role in the whole cluster. */
  interface ClusterRoleBinding {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ClusterRoleBinding";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ClusterObjectMeta;
    /** The users, groups and service accounts that get the permissions. */
    subjects?: Subject[];
    /** The cluster role. Can't be changed. */
    roleRef: RoleRef;
  }

  /** A list of ClusterRoleBinding objects. */
  interface ClusterRoleBindingList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ClusterRoleBindingList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ClusterRoleBinding[];
  }

  /** A list of ClusterRole objects. */
  interface ClusterRoleList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "ClusterRoleList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: ClusterRole[];
  }

  /** The verbs that are allowed on resources or on non-resource URLs. */
  interface PolicyRule {
    /** The verbs: get, list, watch, create, update, patch, delete and others; `*` means all. */
    verbs: string[];
    /** The API groups of the resources. An empty string is the core group; `*` means all. */
    apiGroups?: string[];
    /** The resources in the plural; pods/log for a subresource; `*` means all. */
    resources?: string[];
    /**
     * The names of the objects. If empty, all. Rules with names don't match requests without one,
     * such as create and deletecollection.
     */
    resourceNames?: string[];
    /** Non-resource URL paths, such as /healthz or `/logs/*`. In cluster roles only. */
    nonResourceURLs?: string[];
  }

  /** Permissions in one namespace. Rules only allow; there are no deny rules. */
  interface Role {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "Role";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The rules. Their permissions add up. */
    rules?: PolicyRule[] | null;
  }

  /** Grants the permissions of a role, or of a cluster role, in one namespace. */
  interface RoleBinding {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RoleBinding";
    /** Standard object's metadata: its name, namespace, labels, annotations, owners and the like. */
    metadata?: metaV1.ObjectMeta;
    /** The users, groups and service accounts that get the permissions. */
    subjects?: Subject[];
    /** The role in the same namespace, or the cluster role. Can't be changed. */
    roleRef: RoleRef;
  }

  /** A list of RoleBinding objects. */
  interface RoleBindingList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RoleBindingList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: RoleBinding[];
  }

  /** A list of Role objects. */
  interface RoleList {
    /**
     * APIVersion defines the form that the object has: the group and version of its schema, such as
     * apps/v1, or v1 in the core group. Any served version of the group can read it.
     */
    apiVersion?: string;
    /** The kind of the object, in CamelCase. Can't be changed. */
    kind?: "RoleList";
    /** The resourceVersion of the list, and the token for its next page. */
    metadata?: metaV1.ListMeta;
    /** The objects of the list. */
    items: Role[];
  }

  /** A reference to a role or cluster role. */
  interface RoleRef {
    /** The API group of the role: the group of this API. */
    apiGroup?: string;
    /** Role or ClusterRole. */
    kind: string;
    /** The name of the role. */
    name: string;
  }

  /** A user, a group or a service account. */
  interface Subject {
    /** User, Group or ServiceAccount. */
    kind: string;
    /**
     * The API group of the kind: empty for service accounts, otherwise (and by default) the group of
     * this API.
     */
    apiGroup?: string;
    /** The name of the user, group or service account. */
    name: string;
    /** The namespace of the service account. Not allowed for users and groups. */
    namespace?: string;
  }
}

export type AggregationRule = rbacV1.AggregationRule;
export type ClusterRole = rbacV1.ClusterRole;
export type ClusterRoleBinding = rbacV1.ClusterRoleBinding;
export type ClusterRoleBindingList = rbacV1.ClusterRoleBindingList;
export type ClusterRoleList = rbacV1.ClusterRoleList;
export type PolicyRule = rbacV1.PolicyRule;
export type Role = rbacV1.Role;
export type RoleBinding = rbacV1.RoleBinding;
export type RoleBindingList = rbacV1.RoleBindingList;
export type RoleList = rbacV1.RoleList;
export type RoleRef = rbacV1.RoleRef;
export type Subject = rbacV1.Subject;
