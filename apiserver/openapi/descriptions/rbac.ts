/**
 * Roles, and who has them.
 *
 * @module
 */

import type { Words } from "./words.ts";

/** The OpenAPI descriptions of roles, cluster roles and their bindings. */
export const RBAC: Words = {
  Role: ["Rights in one namespace. There are only rules that allow; none forbids.", {
    rules: "The rights: the sum of all rules.",
  }],
  ClusterRole: [
    "Rights in the whole cluster, or in the namespaces that a role binding gives it for.",
    {
      rules: "The rights: the sum of all rules. Kept by the controller where aggregationRule is " +
        "set.",
      aggregationRule: "The cluster roles whose rules make up this one's.",
    },
  ],
  AggregationRule: ["The cluster roles whose rules are gathered.", {
    clusterRoleSelectors: "Labels of the cluster roles: one selector that fits is enough.",
  }],
  PolicyRule: ["What may be done with what: with resources, or with paths that are none.", {
    verbs: "What may be done: get, list, watch, create, update, patch, delete and others; * for " +
      "all.",
    apiGroups: "The groups of the resources. Empty text for the core group; * for all.",
    resources: "The resources, in the plural; pods/log for a subresource; * for all.",
    resourceNames: "Only the objects of these names. Left out: all. A create names no object, so " +
      "that a rule with names never allows it.",
    nonResourceURLs: "Paths that are no resources: /healthz, /logs/*. In cluster roles only.",
  }],
  RoleBinding: [
    "Gives somebody the rights of a role of the namespace, or of a cluster role in it.",
    { subjects: "Who gets them.", roleRef: "The role, or the cluster role. Can't be changed." },
  ],
  ClusterRoleBinding: ["Gives somebody the rights of a cluster role, everywhere.", {
    subjects: "Who gets them.",
    roleRef: "The cluster role. Can't be changed.",
  }],
  Subject: ["A user, a group or a service account.", {
    kind: "User, Group or ServiceAccount.",
    apiGroup: "The group of the kind: empty for service accounts, else that of this API, which " +
      "is the default.",
    name: "The name.",
    namespace: "The namespace of a service account; not for others.",
  }],
  RoleRef: ["A role.", {
    apiGroup: "The group of the role: that of this API.",
    kind: "Role or ClusterRole.",
    name: "The name of the role.",
  }],
};
