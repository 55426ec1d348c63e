/**
 * What the agents of nodes may write.
 *
 * @module
 */

import type { Area, Scenario } from "../scenario.ts";
import type { AnyObject } from "../session.ts";
import { claim, container, pod, send, type Write } from "./admission_case.ts";

const NODE = "n-1";
const MIRROR = { "kubernetes.io/config.mirror": "x" };
const MINE = { apiVersion: "v1", kind: "Node", name: NODE, uid: "u", controller: true };
const mirror = (name: string, spec: AnyObject, metadata: AnyObject = {}) =>
  pod(name, spec, { annotations: MIRROR, ownerReferences: [MINE], ...metadata });

/** What there is before a node does anything. */
const BEFORE_NODES: readonly Write[] = [
  ["post", "/api/v1/nodes", { metadata: { name: "n-2" } }],
  ["post", "/api/v1/namespaces", { metadata: { name: "adm-nodes" } }],
  ["post", "/api/v1/namespaces/adm-nodes/serviceaccounts", { metadata: { name: "default" } }],
  ...["a", "b"].map((name, index): Write => [
    "post",
    "/api/v1/namespaces/adm-nodes/pods",
    pod(name, { nodeName: `n-${index + 1}` }),
  ]),
  ["post", "/api/v1/namespaces/adm-nodes/persistentvolumeclaims", claim("c", "1Gi")],
];

/** What the agent of the node does. */
const OF_NODES: readonly Write[] = [
  ["post", "/api/v1/nodes", { metadata: { name: "n-3" } }],
  ["post", "/api/v1/nodes", {
    metadata: { name: NODE, labels: { "node-restriction.kubernetes.io/a": "b", "k8s.io/x": "y" } },
  }],
  ["post", "/api/v1/nodes", { metadata: { name: NODE, labels: { "kubernetes.io/os": "linux" } } }],
  ["patch", `/api/v1/nodes/${NODE}`, { metadata: { labels: { "example.com/a": "b" } } }],
  ["patch", `/api/v1/nodes/${NODE}`, { metadata: { labels: { "kubernetes.io/role": "b" } } }],
  ["patch", `/api/v1/nodes/${NODE}`, { metadata: { labels: { "kubernetes.io/os": null } } }],
  ["patch", `/api/v1/nodes/${NODE}`, { spec: { taints: [] } }],
  ["patch", `/api/v1/nodes/${NODE}`, { spec: { unschedulable: true } }],
  ["patch", `/api/v1/nodes/${NODE}`, {
    metadata: { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "p", uid: "u" }] },
  }],
  ["patch", `/api/v1/nodes/${NODE}/status`, { status: { phase: "Running" } }],
  ["patch", "/api/v1/nodes/n-2", { metadata: { labels: { a: "b" } } }],
  ["delete", "/api/v1/nodes/n-2"],
  ["post", "pods", pod("plain", { nodeName: NODE })],
  ["post", "pods", mirror("elsewhere", { nodeName: "n-2" })],
  ["post", "pods", mirror("none", { nodeName: NODE }, { ownerReferences: [] })],
  [
    "post",
    "pods",
    mirror("two", { nodeName: NODE }, {
      ownerReferences: [MINE, { ...MINE, uid: "v", controller: false }],
    }),
  ],
  [
    "post",
    "pods",
    mirror("other", { nodeName: NODE }, {
      ownerReferences: [{ ...MINE, name: "n-2" }],
    }),
  ],
  [
    "post",
    "pods",
    mirror("loose", { nodeName: NODE }, {
      ownerReferences: [{ ...MINE, controller: false }],
    }),
  ],
  [
    "post",
    "pods",
    mirror("blocks", { nodeName: NODE }, {
      ownerReferences: [{ ...MINE, blockOwnerDeletion: true }],
    }),
  ],
  ["patch", "pods/a", { metadata: { labels: { a: "b" } } }],
  ["patch", "pods/a/status", { status: { phase: "Running" } }],
  ["patch", "pods/a/status", { metadata: { labels: { a: "b" } } }],
  ["patch", "pods/a/status", {
    status: { resourceClaimStatuses: [{ name: "a", resourceClaimName: "b" }] },
  }],
  ["patch", "pods/b/status", { status: { phase: "Running" } }],
  ["patch", "pods/a/ephemeralcontainers", {
    spec: { ephemeralContainers: [container("e")] },
  }],
  ["post", "pods/a/binding", { metadata: { name: "a" }, target: { name: NODE } }],
  ["post", "pods/b/eviction", { metadata: { name: "b" } }],
  ["post", "pods/nobody/eviction", { metadata: { name: "nobody" } }],
  ["delete", "pods/b"],
  ["post", "serviceaccounts/default/token", { spec: { audiences: [] } }],
  ["post", "serviceaccounts/default/token", {
    spec: { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "a" } },
  }],
  ["post", "serviceaccounts/default/token", {
    spec: { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "a", uid: "u" } },
  }],
  ["post", "serviceaccounts/default/token", {
    spec: { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "nobody", uid: "u" } },
  }],
  ["post", "serviceaccounts/default/token", {
    spec: { boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "a", uid: "u" } },
  }],
  ["patch", "persistentvolumeclaims/c", { metadata: { labels: { a: "b" } } }],
  ["patch", "persistentvolumeclaims/c/status", { status: { capacity: { storage: "1Gi" } } }],
  ["patch", "persistentvolumeclaims/c/status", { metadata: { labels: { a: "b" } } }],
  ["post", "apis/coordination.k8s.io/v1:leases", { metadata: { name: NODE } }],
  ["post", "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", {
    metadata: { name: "n-2" },
  }],
  ["post", "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases", {
    metadata: { name: NODE },
  }],
  ["post", "/apis/storage.k8s.io/v1/csinodes", {
    metadata: { name: "n-2" },
    spec: { drivers: [] },
  }],
  ["post", "/apis/storage.k8s.io/v1/csinodes", {
    metadata: { name: NODE },
    spec: { drivers: [{ name: "example.com", nodeID: "x" }] },
  }],
  ["delete", "/apis/storage.k8s.io/v1/csinodes/n-2"],
  ["post", "configmaps", { metadata: { name: "free" } }],
];

/** What there is before {@link admissionOfNodes}. */
export const admissionBeforeNodes: Area = {
  name: "admission before nodes",
  *scenarios() {
    yield inNodes("before", BEFORE_NODES);
  },
};

/** What the agent of the node `n-1` may do, for whoever is that. */
export const admissionOfNodes: Area = {
  name: "admission of nodes",
  *scenarios() {
    yield inNodes("nodes", OF_NODES);
  },
};

function inNodes(name: string, writes: readonly Write[]): Scenario {
  return {
    name,
    async run(session) {
      for (const write of writes) await send(session, "adm-nodes", write);
    },
  };
}
