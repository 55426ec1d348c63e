import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../../toolkit/names.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { Attributes } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { rulesOfNodes } from "../rbac/mod.ts";
import { fieldRequirements } from "../selectors.ts";
import { nodeAuthorizer } from "./authorizer.ts";
import { NodeGraph } from "./graph.ts";

const call = { signal: new AbortController().signal };

const agent = (name: string, groups = ["system:nodes"]): User => ({
  name,
  uid: "",
  groups,
  extra: {},
});
const N1 = agent("system:node:n1");

const graph = new NodeGraph("kubernetes");
graph.putPod({
  metadata: { namespace: "shop", name: "web" },
  spec: {
    nodeName: "n1",
    serviceAccountName: "robot",
    containers: [],
    imagePullSecrets: [{ name: "pull" }],
    volumes: [
      { name: "a", configMap: { name: "settings" } },
      { name: "b", persistentVolumeClaim: { claimName: "data" } },
    ],
    resourceClaims: [{ name: "gpu", resourceClaimName: "gpu" }],
  },
} as never);
graph.putPod({
  metadata: {
    namespace: "shop",
    name: "mirror",
    annotations: { "kubernetes.io/config.mirror": "h" },
  },
  spec: { nodeName: "n1", containers: [], imagePullSecrets: [{ name: "wished" }] },
} as never);
graph.putPod({
  metadata: { namespace: "shop", name: "waiting" },
  spec: { containers: [], imagePullSecrets: [{ name: "later" }] },
} as never);
graph.putPod({
  metadata: { namespace: "shop", name: "other" },
  spec: { nodeName: "n2", containers: [], imagePullSecrets: [{ name: "theirs" }] },
} as never);
graph.putVolume({
  metadata: { name: "disk" },
  spec: {
    claimRef: { namespace: "shop", name: "data" },
    csi: {
      nodeStageSecretRef: { namespace: "store", name: "key" },
      controllerPublishSecretRef: { namespace: "store", name: "admin" },
    },
  },
} as never);
graph.putAttachment({ metadata: { name: "here" }, spec: { nodeName: "n1" } } as never);
graph.putAttachment({ metadata: { name: "there" }, spec: { nodeName: "n2" } } as never);
graph.putSlice({ metadata: { name: "mine" }, spec: { nodeName: "n1" } } as never);
graph.putSlice({ metadata: { name: "everybody" }, spec: { allNodes: true } } as never);

/** Attributes of `VERB GROUP/RESOURCE[/SUBRESOURCE] NAMESPACE NAME`, `-` for what is empty. */
function of(text: string, selector?: string, user = N1): Attributes {
  const [verb = "", resource = "", namespace = "", name = ""] = text.split(" ")
    .map((word) => word === "-" ? "" : word);
  const [group = "", plural = "", subresource = ""] = resource.split("/");
  return {
    user,
    isResource: true,
    verb,
    path: "",
    group: group === "core" ? "" : NAMES.kubernetes.group(group),
    version: "v1",
    namespace,
    resource: plural,
    subresource,
    name,
    ...(selector !== undefined && { selectors: { fields: fieldRequirements(selector) } }),
  };
}

const authorizer = nodeAuthorizer({
  graph,
  names: NAMES.kubernetes,
  mayEveryNode: rulesOfNodes(NAMES.kubernetes),
});
const decided = (attributes: Attributes) => authorizer.authorize(attributes, call) as Verdict;

const UNRELATED = "no relationship found between node 'n1' and this object";
const READ_ONE = "can only read resources of this type";
const GET_ONE = "can only get individual resources of this type";
const OWN_LEASE = "can only access node lease with the same name as the requesting node";
const SLICES = "can only list/watch/deletecollection resourceslices with nodeName field selector";
const PODS = "can only list/watch pods with spec.nodeName field selector";

const REFUSED: [asked: string | Attributes, reason: string][] = [
  // Who is not a node, or not a known one.
  [of("get core/nodes - n1", undefined, agent("system:node:n1", [])), ""],
  [of("get core/nodes - n1", undefined, agent("system:node:n1", ["system:node"])), ""],
  [of("get core/nodes - n1", undefined, agent("n1")), ""],
  [of("get core/nodes - n1", undefined, agent("system:nodes:n1")), ""],
  [
    of("get core/nodes - ", undefined, agent("system:node:")),
    'unknown node for user "system:node:"',
  ],
  // Secrets and config maps: single ones that the node's pods use.
  ["get core/secrets shop other", UNRELATED],
  ["get core/secrets other pull", UNRELATED],
  ["get core/secrets shop theirs", UNRELATED],
  ["get core/secrets shop wished", UNRELATED],
  ["get core/secrets shop later", UNRELATED],
  ["get core/secrets store admin", UNRELATED],
  ["get core/secrets shop settings", UNRELATED],
  ["get core/configmaps shop pull", UNRELATED],
  ["list core/secrets shop -", "No Object name found"],
  ["watch core/secrets shop -", "No Object name found"],
  ["list core/secrets - -", "can only read namespaced object of this type"],
  ["get core/secrets - pull", "can only read namespaced object of this type"],
  ["update core/secrets shop pull", READ_ONE],
  ["patch core/secrets shop pull", READ_ONE],
  ["delete core/secrets shop pull", READ_ONE],
  ["create core/secrets shop -", READ_ONE],
  ["deletecollection core/secrets shop -", READ_ONE],
  ["* core/secrets shop pull", READ_ONE],
  ["get core/secrets/status shop pull", "cannot read subresource"],
  ["list core/configmaps - -", "can only read namespaced object of this type"],
  // Claims, volumes, attachments, resource claims: only to be got.
  ["list core/persistentvolumeclaims shop data", GET_ONE],
  ["get core/persistentvolumeclaims shop other", UNRELATED],
  ["update core/persistentvolumeclaims shop data", GET_ONE],
  ["get core/persistentvolumeclaims/status shop data", "can only get/update/patch this type"],
  ["update core/persistentvolumeclaims/status shop other", UNRELATED],
  ["update core/persistentvolumeclaims/status shop -", "No Object name found"],
  ["get core/persistentvolumeclaims/scale shop data", "cannot get subresource"],
  ["get core/persistentvolumes - other", UNRELATED],
  ["get core/persistentvolumes shop disk", UNRELATED],
  ["list core/persistentvolumes - -", GET_ONE],
  ["get core/persistentvolumes/status - disk", "cannot get subresource"],
  ["get storage/volumeattachments - there", UNRELATED],
  ["get storage/volumeattachments shop here", UNRELATED],
  ["list storage/volumeattachments - -", GET_ONE],
  ["update storage/volumeattachments/status - here", GET_ONE],
  ["get resource/resourceclaims shop other", UNRELATED],
  ["update resource/resourceclaims/status shop gpu", GET_ONE],
  // Accounts: those of its pods, and their tokens.
  ["get core/serviceaccounts shop other", UNRELATED],
  ["list core/serviceaccounts shop -", "can only create tokens for individual service accounts"],
  ["create core/serviceaccounts/token shop other", UNRELATED],
  [
    "create core/serviceaccounts/token shop -",
    "can only create tokens for individual service accounts",
  ],
  ["create core/serviceaccounts shop robot", "can only create token subresource of serviceaccount"],
  [
    "get core/serviceaccounts/token shop robot",
    "can only create tokens for individual service accounts",
  ],
  // Leases and drivers: those of its name.
  ["get coordination/leases kube-node-lease n2", OWN_LEASE],
  ["delete coordination/leases kube-node-lease -", OWN_LEASE],
  [
    "get coordination/leases kube-system n1",
    'can only access leases in the "kube-node-lease" system namespace',
  ],
  [
    "create coordination/leases default -",
    'can only access leases in the "kube-node-lease" system namespace',
  ],
  [
    "list coordination/leases kube-node-lease n1",
    "can only get, create, update, patch, or delete a node lease",
  ],
  [
    "get storage/csinodes - n2",
    "can only access CSINode with the same name as the requesting node",
  ],
  ["list storage/csinodes - n1", "can only get, create, update, patch, or delete a CSINode"],
  ["get storage/csinodes/status - n1", "cannot authorize CSINode subresources"],
  // Slices: its own.
  ["get resource/resourceslices - everybody", UNRELATED],
  ["get resource/resourceslices shop mine", UNRELATED],
  ["delete resource/resourceslices - other", UNRELATED],
  ["get resource/resourceslices/status - mine", "cannot authorize ResourceSlice subresources"],
  ["list resource/resourceslices - -", SLICES],
  [of("list resource/resourceslices - -", "spec.nodeName=n2"), SLICES],
  [of("deletecollection resource/resourceslices - -", "spec.nodeName!=n1"), SLICES],
  [
    "bind resource/resourceslices - mine",
    "only the following verbs are allowed for a ResourceSlice: get, watch, list, create, update, patch, delete, deletecollection",
  ],
  // Nodes: its own.
  ["get core/nodes - n2", "node 'n1' cannot read 'n2', only its own Node object"],
  ["list core/nodes - -", "node 'n1' cannot read all nodes, only its own Node object"],
  ["watch core/nodes - -", "node 'n1' cannot read all nodes, only its own Node object"],
  ["delete core/nodes - n1", ""],
  ["get core/nodes/proxy - n1", ""],
  ["get core/nodes/status - n1", ""],
  // Pods: those bound to it.
  ["get core/pods shop other", UNRELATED],
  ["get core/pods shop waiting", UNRELATED],
  ["list core/pods - -", PODS],
  ["watch core/pods shop -", PODS],
  [of("list core/pods - -", "spec.nodeName=n2"), PODS],
  [of("list core/pods - -", "spec.nodeName!=n1"), PODS],
  [of("list core/pods - -", "spec.nodeName="), PODS],
  [of("list core/pods - -", "status.phase=n1"), PODS],
  [of("list core/pods - -", "spec.nodeName=n1,("), PODS],
  ["list core/pods shop other", UNRELATED],
  ["deletecollection core/pods shop -", ""],
  ["update core/pods shop web", ""],
  ["get core/pods/log shop web", ""],
  ["create core/pods/exec shop web", ""],
  ["create core/pods/binding shop web", ""],
  ["delete core/pods/status shop web", ""],
  // What no node may do.
  ["list core/namespaces - -", ""],
  ["create rbac.authorization/clusterrolebindings - -", ""],
  ["update certificates/certificatesigningrequests/approval - x", ""],
  ["get apps/secrets shop pull", ""],
  [{ ...of("get -/- - -"), isResource: false, path: "/metrics" }, ""],
];

Deno.test("nodeAuthorizer() has no opinion on what is none of a node's business, and says why", () => {
  for (const [asked, reason] of REFUSED) {
    const attributes = typeof asked === "string" ? of(asked) : asked;
    const expected = { decision: "no opinion" as const, reason };
    assertEquals(decided(attributes), expected, JSON.stringify(asked));
  }
});

const ALLOWED: (string | Attributes)[] = [
  "get core/secrets shop pull",
  "list core/secrets shop pull",
  "watch core/secrets shop pull",
  "get core/secrets store key",
  "get core/configmaps shop settings",
  "get core/persistentvolumeclaims shop data",
  "update core/persistentvolumeclaims/status shop data",
  "patch core/persistentvolumeclaims/status shop data",
  "get core/persistentvolumes - disk",
  "get storage/volumeattachments - here",
  "get resource/resourceclaims shop gpu",
  "get core/serviceaccounts shop robot",
  "create core/serviceaccounts/token shop robot",
  "create coordination/leases kube-node-lease -",
  "update coordination/leases kube-node-lease n1",
  "create storage/csinodes - -",
  "delete storage/csinodes - n1",
  "create resource/resourceslices - -",
  "update resource/resourceslices - mine",
  of("list resource/resourceslices - -", "spec.nodeName=n1,spec.driver=d"),
  "create core/nodes - -",
  "get core/nodes - n1",
  "watch core/nodes - n1",
  // Which one is for admission to see.
  "patch core/nodes - n2",
  "update core/nodes/status - n1",
  "get core/pods shop web",
  "get core/pods shop mirror",
  "list core/pods shop web",
  of("list core/pods - -", "spec.nodeName=n1"),
  of("watch core/pods - -", "spec.nodeName==n1,status.phase=Running"),
  "create core/pods shop -",
  "delete core/pods shop other",
  "patch core/pods/status shop web",
  "create core/pods/eviction shop web",
  // What every node may do.
  "create core/events shop -",
  "patch events/events shop e",
  "list core/services - -",
  "get core/endpoints shop web",
  "create authentication/tokenreviews - -",
  "create certificates/certificatesigningrequests - -",
  "list node/runtimeclasses - -",
  "list storage/csidrivers - -",
];

Deno.test("nodeAuthorizer() allows the agent of a node what its node and pods need", () => {
  for (const asked of ALLOWED) {
    const attributes = typeof asked === "string" ? of(asked) : asked;
    assertEquals(decided(attributes), { decision: "allow", reason: "" }, JSON.stringify(asked));
  }
});

Deno.test("nodeAuthorizer() speaks of groups and namespaces as its dialect does", () => {
  for (const dialect of DIALECTS) {
    const names = NAMES[dialect];
    const { authorize } = nodeAuthorizer({ graph, names, mayEveryNode: rulesOfNodes(names) });
    for (const other of DIALECTS) {
      const group = NAMES[other].group("coordination");
      const namespace = NAMES[other].namespaceNodeLeases;
      const asked = { ...of("get core/leases - n1"), group, namespace };
      const { decision } = authorize(asked, call) as Verdict;
      assertEquals(decision, dialect === other ? "allow" : "no opinion", `${dialect} ${other}`);
    }
  }
});

Deno.test("nodeAuthorizer() says that it can't list what a node may do, and nothing of others", () => {
  const nothing = { resourceRules: [], nonResourceRules: [], incomplete: false };
  assertEquals(authorizer.rulesOf?.(agent("jane"), "shop", call), nothing);
  assertEquals(authorizer.rulesOf?.(N1, "shop", call), {
    ...nothing,
    incomplete: true,
    evaluationError: "node authorizer does not support user rule resolution",
  });
});
