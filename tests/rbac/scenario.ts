/**
 * What both servers are asked: roles of a team, what people try, and every question about a few of them.
 *
 * @module
 */

import { binding, CLUSTER, LOCAL, role } from "../api/rbac.ts";

/** One request. */
export interface Row {
  /** The token of who asks: their name, but for accounts. */
  readonly as: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

/** Lines of a token file. */
export const PEOPLE = [
  'alice,alice,2,"devs,ops"',
  "bob,bob,3",
  'robot,system:serviceaccount:default:robot,4,"system:serviceaccounts,system:serviceaccounts:default"',
];

const RBAC = "rbac.authorization.k8s.io";

const post = (as: string, path: string, body: unknown): Row => ({ as, method: "POST", path, body });

const ROBOT = { kind: "ServiceAccount", name: "robot" };

/** What the administrator makes first. */
export const POLICY: readonly Row[] = [
  post("admin", `${CLUSTER}/clusterroles`, role("reader", "get,list core pods,pods/log")),
  post("admin", `${CLUSTER}/clusterroles`, role("scaler", "update apps,core */scale")),
  post("admin", `${CLUSTER}/clusterroles`, role("named", "get,update core configmaps a,b")),
  post("admin", `${CLUSTER}/clusterroles`, {
    metadata: { name: "paths" },
    rules: [{ verbs: ["get"], nonResourceURLs: ["/metrics", "/debug/*"] }],
  }),
  post("admin", `${LOCAL}/roles`, role("writer", `* ${RBAC} roles,rolebindings`)),
  post(
    "admin",
    `${LOCAL}/roles`,
    role("granter", `get,list,create,update,patch ${RBAC} roles,rolebindings`),
  ),
  post("admin", `${CLUSTER}/clusterroles`, role("cgranter", `create,update ${RBAC} clusterroles`)),
  post("admin", `${LOCAL}/rolebindings`, binding("devs", "ClusterRole/reader", "Group/devs")),
  post("admin", `${LOCAL}/rolebindings`, {
    ...binding("robots", "ClusterRole/named"),
    subjects: [ROBOT],
  }),
  post("admin", `${CLUSTER}/clusterrolebindings`, binding("s", "ClusterRole/scaler", "User/bob")),
  post("admin", `${CLUSTER}/clusterrolebindings`, binding("p", "ClusterRole/paths", "User/bob")),
  post("admin", `${CLUSTER}/clusterrolebindings`, binding("c", "ClusterRole/cgranter", "User/bob")),
  post("admin", `${LOCAL}/rolebindings`, binding("g", "Role/granter", "User/alice")),
  post("admin", `${LOCAL}/rolebindings`, binding("gone", "Role/nowhere", "User/bob")),
  post(
    "admin",
    "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
    binding("lost", "ClusterRole/lost", "User/bob"),
  ),
];

const PODS = "/api/v1/namespaces/default/pods";
const REVIEW = "/apis/authorization.k8s.io/v1";
const rules = (namespace: string) => ({ spec: { namespace } });
const sum = {
  metadata: { name: "sum" },
  aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] },
};

/** What people try, one after another: the answers are compared. */
export const TURNS: readonly Row[] = [
  { as: "alice", method: "GET", path: PODS },
  { as: "alice", method: "GET", path: "/api/v1/pods" },
  { as: "alice", method: "GET", path: `${PODS}/x` },
  { as: "alice", method: "DELETE", path: `${PODS}/x` },
  { as: "alice", method: "DELETE", path: PODS },
  { as: "alice", method: "GET", path: `${PODS}?watch=1` },
  { as: "alice", method: "GET", path: "/api/v1/namespaces/default" },
  { as: "alice", method: "GET", path: "/metrics" },
  { as: "alice", method: "GET", path: "/apis/none.example.com/v1/things" },
  { as: "bob", method: "GET", path: "/metrics" },
  { as: "bob", method: "GET", path: PODS },
  { as: "bob", method: "GET", path: "/api/v1/nodes" },
  { as: "robot", method: "GET", path: "/api/v1/namespaces/default/configmaps/a" },
  { as: "robot", method: "GET", path: "/api/v1/namespaces/default/configmaps/c" },
  { as: "robot", method: "GET", path: "/api/v1/namespaces/default/configmaps" },
  { as: "", method: "GET", path: "/api" },
  { as: "", method: "GET", path: PODS },
  { as: "", method: "GET", path: "/healthz" },
  post("alice", `${LOCAL}/roles`, role("r1", "get,list core pods")),
  post("alice", `${LOCAL}/roles`, role("r2", "get,delete core,apps pods,secrets a,b")),
  post("alice", `${LOCAL}/roles`, role("r3", "* * *")),
  post("alice", `${LOCAL}/roles?dryRun=All`, role("r4", "get core,apps pods,*/scale")),
  post("alice", `${LOCAL}/roles`, {
    metadata: { name: "r5" },
    rules: [
      { verbs: ["get", "*"], apiGroups: [""], resources: ["secrets"] },
      { verbs: ["get"], apiGroups: ["", "apps"], resources: ["secrets", "pods"] },
    ],
  }),
  post("alice", `${LOCAL}/rolebindings`, binding("b1", "ClusterRole/reader", "User/carol")),
  post("alice", `${LOCAL}/rolebindings`, binding("b2", "ClusterRole/scaler", "User/carol")),
  post("alice", `${LOCAL}/rolebindings`, binding("b3", "ClusterRole/none", "User/carol")),
  post("alice", `${LOCAL}/rolebindings`, binding("b4", "Role/none", "User/carol")),
  post("bob", `${CLUSTER}/clusterroles`, role("r6", "get core pods")),
  post("bob", `${CLUSTER}/clusterroles`, sum),
  post("bob", `${CLUSTER}/clusterroles`, {
    metadata: { name: "r7" },
    rules: [{ verbs: ["get", "post"], nonResourceURLs: ["/metrics", "/debug/x/*", "/debug"] }],
  }),
  {
    as: "alice",
    method: "PATCH",
    path: `${LOCAL}/rolebindings/robots`,
    body: { metadata: { finalizers: ["a.b/c"] } },
  },
  {
    as: "alice",
    method: "PATCH",
    path: `${LOCAL}/rolebindings/robots`,
    body: { metadata: { labels: { a: "b" } } },
  },
  {
    as: "alice",
    method: "PATCH",
    path: `${LOCAL}/roles/writer`,
    body: { metadata: { labels: { a: "b" } } },
  },
  {
    as: "admin",
    method: "PATCH",
    path: `${LOCAL}/rolebindings/devs`,
    body: { roleRef: { name: "view" } },
  },
  post("admin", `${REVIEW}/selfsubjectrulesreviews`, rules("kube-system")),
  post("robot", `${REVIEW}/selfsubjectrulesreviews`, rules("other")),
];

/** Every question about some people, verbs and resources. */
export function matrix(): Row[] {
  const people = [
    { user: "alice", groups: ["devs"] },
    { user: "bob" },
    { user: "x", groups: ["system:authenticated"] },
    { groups: ["system:unauthenticated"] },
    { groups: ["system:masters"] },
    { user: "system:serviceaccount:default:robot" },
    { user: "system:serviceaccount:kube-system:deployment-controller" },
    { user: "system:serviceaccount:kube-system:token-cleaner" },
    { user: "system:kube-scheduler" },
    { user: "system:kube-controller-manager" },
    { user: "system:node:n", groups: ["system:nodes"] },
  ];
  const verbs = ["get", "list", "create", "update", "delete", "escalate", "*"];
  const resources = [
    { resource: "pods" },
    { resource: "pods", subresource: "log" },
    { resource: "deployments", group: "apps" },
    { resource: "deployments", group: "apps", subresource: "scale" },
    { resource: "configmaps", name: "a" },
    { resource: "secrets" },
    { resource: "nodes" },
    { resource: "leases", group: "coordination.k8s.io", name: "kube-scheduler" },
    { resource: "roles", group: RBAC },
    { resource: "*", group: "*" },
  ];
  const specs = people.flatMap((who) => [
    ...["default", "kube-system", ""].flatMap((namespace) =>
      verbs.flatMap((verb) =>
        resources.map((one) => ({
          ...who,
          resourceAttributes: { ...one, verb, ...(namespace !== "" && { namespace }) },
        }))
      )
    ),
    ...["/metrics", "/healthz", "/apis/apps", "/debug/x", "/openid/v1/jwks", "/"].map((path) => ({
      ...who,
      nonResourceAttributes: { path, verb: "get" },
    })),
  ]);
  return specs.map((spec) => post("admin", `${REVIEW}/subjectaccessreviews`, { spec }));
}
