/**
 * Descriptions of roles, cluster roles and their bindings.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The descriptions of roles, cluster roles and their bindings. */
export const RBAC: Words = {
  Role: ["Permissions in one namespace. Rules only allow; there are no deny rules.", {
    rules: "The rules. Their permissions add up.",
  }],
  ClusterRole: [
    "Permissions in the whole cluster, or in the namespaces of the role bindings that refer to it.",
    {
      rules: "The rules. Their permissions add up. Managed by the controller if aggregationRule " +
        "is set.",
      aggregationRule: "Which cluster roles provide the rules of this one.",
    },
  ],
  AggregationRule: ["Which cluster roles provide the rules of another one.", {
    clusterRoleSelectors: "Label selectors for cluster roles. A role that matches any of them is " +
      "included.",
  }],
  PolicyRule: ["The verbs that are allowed on resources or on non-resource URLs.", {
    verbs: "The verbs: get, list, watch, create, update, patch, delete and others; * means all.",
    apiGroups: "The API groups of the resources. An empty string is the core group; * means all.",
    resources: "The resources in the plural; pods/log for a subresource; * means all.",
    resourceNames: "The names of the objects. If empty, all. Rules with names don't match " +
      "requests without one, such as create and deletecollection.",
    nonResourceURLs: "Non-resource URL paths, such as /healthz or /logs/*. In cluster roles only.",
  }],
  RoleBinding: ["Grants the permissions of a role, or of a cluster role, in one namespace.", {
    subjects: "The users, groups and service accounts that get the permissions.",
    roleRef: "The role in the same namespace, or the cluster role. Can't be changed.",
  }],
  ClusterRoleBinding: ["Grants the permissions of a cluster role in the whole cluster.", {
    subjects: "The users, groups and service accounts that get the permissions.",
    roleRef: "The cluster role. Can't be changed.",
  }],
  Subject: ["A user, a group or a service account.", {
    kind: "User, Group or ServiceAccount.",
    apiGroup: "The API group of the kind: empty for service accounts, otherwise (and by default) " +
      "the group of this API.",
    name: "The name of the user, group or service account.",
    namespace: "The namespace of the service account. Not allowed for users and groups.",
  }],
  RoleRef: ["A reference to a role or cluster role.", {
    apiGroup: "The API group of the role: the group of this API.",
    kind: "Role or ClusterRole.",
    name: "The name of the role.",
  }],
};
