import { testPlugin, type Write } from "../../../../testing/admission.ts";
import type { AnyObject } from "../../../../testing/api_client.ts";
import type { User } from "../../../../toolkit/authentication/user.ts";
import type { Authorizer } from "../../../authorization/authorizer.ts";

const agent = (name: string, groups = ["system:nodes"]): User => ({
  name: `system:node:${name}`,
  uid: "",
  groups,
  extra: {},
});
const ONE = agent("one");
const PLUGINS = { plugins: ["NodeRestriction"] };

const pod = (
  name: string,
  spec: AnyObject = {},
  metadata: AnyObject = {},
): Write => ["post", "pods", {
  metadata: { name, ...metadata },
  spec: { containers: [{ name: "c", image: "i" }], ...spec },
}];
const OWNER = { apiVersion: "v1", kind: "Node", name: "one", uid: "u", controller: true };
const mirror = (spec: AnyObject = {}, owners: AnyObject[] = [OWNER]): Write =>
  pod("m", { nodeName: "one", ...spec }, {
    annotations: { "kubernetes.io/config.mirror": "x" },
    ownerReferences: owners,
  });
const BEFORE: readonly Write[] = [
  ["post", "/api/v1/nodes", { metadata: { name: "one" } }],
  ["post", "/api/v1/nodes", { metadata: { name: "two" } }],
];
const NODE = "/api/v1/nodes/one";
const token = (spec: AnyObject): Write => ["post", "serviceaccounts/s/token", { spec }];
const ref = (more: AnyObject) => ({ boundObjectRef: { apiVersion: "v1", kind: "Pod", ...more } });
const THERE: readonly Write[] = [
  ["post", "serviceaccounts", { metadata: { name: "s" } }],
  pod("mine", { nodeName: "one" }),
  pod("theirs", { nodeName: "two" }),
];

const refused = (
  name: string,
  write: Write,
  message: string,
  before: readonly Write[] = THERE,
) => ({
  name,
  before,
  write,
  as: ONE,
  status: 403,
  message,
});

testPlugin("nodeRestriction() keeps an agent from what is not its node's", {
  ...PLUGINS,
  before: BEFORE,
}, [
  {
    name: "an agent without a node",
    write: ["post", "pods", { metadata: { name: "p" }, spec: { containers: [] } }],
    as: agent(""),
    status: 403,
    message: 'could not determine node from user "system:node:"',
  },
  {
    name: "an agent of no node, whatever it writes",
    write: ["post", "configmaps", { metadata: { name: "c" } }],
    as: agent(""),
    status: 403,
    message: 'could not determine node from user "system:node:"',
  },
  refused("a pod of its own making", pod("p", { nodeName: "one" }), "can only create mirror pods"),
  refused(
    "a mirror elsewhere",
    mirror({ nodeName: "two" }),
    "can only create pods with spec.nodeName",
  ),
  refused("a mirror without an owner", mirror({}, []), "with an owner reference set to itself"),
  refused(
    "a mirror of two",
    mirror({}, [OWNER, { ...OWNER, uid: "v" }]),
    "a single owner reference",
  ),
  refused("a mirror of another", mirror({}, [{ ...OWNER, name: "two" }]), "set to itself"),
  refused(
    "a mirror of nobody's care",
    mirror({}, [{ ...OWNER, controller: false }]),
    "a controller owner",
  ),
  refused(
    "a mirror that blocks",
    mirror({}, [{ ...OWNER, blockOwnerDeletion: true }]),
    "must not set",
  ),
  refused("a mirror of a node of old", mirror(), "node one UID mismatch: expected u got"),
  refused(
    "another node's pod",
    ["delete", "pods/theirs"],
    "can only delete pods with spec.nodeName",
  ),
  refused(
    "a pod's labels",
    ["patch", "pods/mine/status", { metadata: { labels: { a: "b" } } }],
    "cannot update labels through pod status",
  ),
  refused(
    "claims of a pod",
    ["patch", "pods/mine/status", { status: { resourceClaimStatuses: [{ name: "a" }] } }],
    "cannot update resource claim statues",
  ),
  refused("a pod's specification", ["patch", "pods/mine", { spec: {} }], "unexpected operation"),
  refused(
    "another node's pod's status",
    ["patch", "pods/theirs/status", { status: { phase: "Failed" } }],
    "can only update pod status for pods with spec.nodeName set to itself",
  ),
  refused(
    "another node's eviction",
    ["post", "pods/theirs/eviction", { metadata: { name: "theirs" } }],
    "node one can only evict pods with spec.nodeName set to itself",
  ),
  refused(
    "a container put into a pod",
    ["patch", "pods/mine/ephemeralcontainers", { spec: {} }],
    'unexpected pod subresource "ephemeralcontainers"',
  ),
  refused("another node", ["patch", "/api/v1/nodes/two", {}], 'not allowed to modify node "two"'),
  refused(
    "taints",
    ["patch", NODE, { spec: { taints: [{ key: "a", effect: "NoSchedule" }] } }],
    "modify taints",
  ),
  refused(
    "a label that draws pods",
    ["patch", NODE, { metadata: { labels: { "node-restriction.kubernetes.io/a": "b" } } }],
    "is not allowed to modify labels: node-restriction.kubernetes.io/a",
  ),
  refused(
    "a label of the system",
    ["patch", NODE, { metadata: { labels: { "a.k8s.io/b": "c", "kubernetes.io/role": "x" } } }],
    "is not allowed to modify labels: a.k8s.io/b, kubernetes.io/role",
  ),
  refused(
    "owners",
    ["patch", NODE, { metadata: { ownerReferences: [{ ...OWNER, kind: "Pod" }] } }],
    "modify ownerReferences",
  ),
  refused("a token of nobody", token({}), "node requested token not bound to a pod"),
  refused("a token of a name", token(ref({ name: "mine" })), "with a pod binding without a uid"),
  refused(
    "a token of another pod of the name",
    token(ref({ name: "mine", uid: "u" })),
    "the UID in the bound object reference (u) does not match the UID in record",
  ),
  refused(
    "a lease of another",
    ["post", "/apis/coordination.k8s.io/v1/namespaces/default/leases", {
      metadata: { name: "one" },
    }],
    'can only access leases in the "kube-node-lease" system namespace',
  ),
  refused(
    "a node's drivers",
    ["post", "/apis/storage.k8s.io/v1/csinodes", {
      metadata: { name: "two" },
      spec: { drivers: [{ name: "a", nodeID: "b" }] },
    }],
    "can only access CSINode with the same name as the requesting node",
  ),
]);

testPlugin("nodeRestriction() leaves an agent what is its node's, and others alone", {
  ...PLUGINS,
  before: BEFORE,
}, [
  {
    name: "the state of a pod",
    before: THERE,
    write: ["patch", "pods/mine/status", { status: { phase: "Running" } }],
    as: ONE,
  },
  { name: "the end of a pod", before: THERE, write: ["delete", "pods/mine"], as: ONE },
  {
    name: "a label of its own",
    write: ["patch", NODE, {
      metadata: { labels: { "kubernetes.io/arch": "x", "a.node.kubernetes.io/b": "c", plain: "" } },
    }],
    as: ONE,
  },
  {
    name: "what is no agent's concern",
    write: ["post", "configmaps", { metadata: { name: "a" } }],
    as: ONE,
  },
  {
    name: "whoever has the name and not the group",
    write: ["patch", "/api/v1/nodes/two", { metadata: { labels: { "kubernetes.io/role": "x" } } }],
    as: agent("one", []),
  },
]);

const noTokens: Authorizer = {
  authorize: ({ verb }) => ({
    decision: verb === "request-serviceaccounts-token-audience" ? "no opinion" : "allow",
    reason: "",
  }),
};

testPlugin("nodeRestriction() asks for the audience of a token", {
  ...PLUGINS,
  authorizer: noTokens,
  uid: () => "the-uid",
}, [
  {
    name: "that no volume names",
    before: THERE,
    write: token({ ...ref({ name: "mine", uid: "the-uid" }), audiences: ["vault"] }),
    as: ONE,
    status: 403,
    message:
      'audience "vault" not found in pod spec volume, system:node:one is not authorized to ' +
      "request tokens for this audience",
  },
  {
    name: "of which there are two",
    before: THERE,
    write: token({ ...ref({ name: "mine", uid: "the-uid" }), audiences: ["a", "b"] }),
    as: ONE,
    status: 403,
    message: "node may only request 0 or 1 audiences",
  },
  {
    name: "that a volume names: this server signs none",
    before: [
      THERE[0]!,
      pod("mine", {
        nodeName: "one",
        serviceAccountName: "s",
        volumes: [{
          name: "v",
          projected: { sources: [{ serviceAccountToken: { path: "t", audience: "vault" } }] },
        }],
      }),
    ],
    write: token({ ...ref({ name: "mine", uid: "the-uid" }), audiences: ["vault"] }),
    as: ONE,
    status: 503,
  },
]);
