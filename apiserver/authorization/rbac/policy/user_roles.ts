/**
 * Cluster roles for people: what everybody may, and what an administrator may hand out.
 *
 * @module
 */

import { READ, READ_WRITE, type RoleRows, WRITE } from "./rule_row.ts";

/** Rules by the name of the cluster role. */
export const USER_ROLES: RoleRows = {
  "cluster-admin": [
    ["*", "*", "*"],
    { verbs: "*", paths: "*" },
  ],
  "system:discovery": [
    {
      verbs: "get",
      paths:
        "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version /version/",
    },
  ],
  "system:monitoring": [
    {
      verbs: "get",
      paths:
        "/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/* /statusz",
    },
    ["get", "core", "nodes/metrics"],
  ],
  "system:basic-user": [
    ["create", "authorization.", "selfsubjectaccessreviews selfsubjectrulesreviews"],
    ["create", "authentication.", "selfsubjectreviews"],
  ],
  "system:public-info-viewer": [
    { verbs: "get", paths: "/healthz /livez /readyz /version /version/" },
  ],
  "system:aggregate-to-admin": [
    ["create", "authorization.", "localsubjectaccessreviews"],
    [READ_WRITE, "rbac.authorization.", "rolebindings roles"],
  ],
  "system:aggregate-to-edit": [
    [READ, "core", "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy"],
    ["impersonate", "core", "serviceaccounts"],
    [WRITE, "core", "pods pods/attach pods/exec pods/portforward pods/proxy"],
    ["create", "core", "pods/eviction"],
    [
      WRITE,
      "core",
      "configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale secrets serviceaccounts services services/proxy",
    ],
    ["create", "core", "serviceaccounts/token"],
    [WRITE, "core events.", "events"],
    [
      WRITE,
      "apps",
      "daemonsets deployments deployments/rollback deployments/scale replicasets replicasets/scale statefulsets statefulsets/scale",
    ],
    [WRITE, "autoscaling", "horizontalpodautoscalers"],
    [WRITE, "batch", "cronjobs jobs"],
    [
      WRITE,
      "extensions",
      "daemonsets deployments deployments/rollback deployments/scale ingresses networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
    ],
    [WRITE, "policy", "poddisruptionbudgets"],
    [WRITE, "networking.", "ingresses networkpolicies"],
    [READ_WRITE, "coordination.", "leases"],
    [WRITE, "resource.", "resourceclaims resourceclaimtemplates"],
  ],
  "system:aggregate-to-view": [
    [
      READ,
      "core",
      "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods replicationcontrollers replicationcontrollers/scale serviceaccounts services services/status",
    ],
    [
      READ,
      "core",
      "bindings limitranges namespaces/status pods/log pods/status replicationcontrollers/status resourcequotas resourcequotas/status",
    ],
    [READ, "core", "namespaces"],
    [READ, "core events.", "events"],
    [READ, "discovery.", "endpointslices"],
    [
      READ,
      "apps",
      "controllerrevisions daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status",
    ],
    [READ, "autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status"],
    [READ, "batch", "cronjobs cronjobs/status jobs jobs/status"],
    [
      READ,
      "extensions",
      "daemonsets daemonsets/status deployments deployments/scale deployments/status ingresses ingresses/status networkpolicies replicasets replicasets/scale replicasets/status replicationcontrollers/scale",
    ],
    [READ, "policy", "poddisruptionbudgets poddisruptionbudgets/status"],
    [READ, "networking.", "ingresses ingresses/status networkpolicies"],
    [READ, "resource.", "resourceclaims resourceclaims/status resourceclaimtemplates"],
  ],
  "system:auth-delegator": [
    ["create", "authentication.", "tokenreviews"],
    ["create", "authorization.", "subjectaccessreviews"],
  ],
  "system:service-account-issuer-discovery": [
    {
      verbs: "get",
      paths:
        "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks /openid/v1/jwks/",
    },
  ],
};
