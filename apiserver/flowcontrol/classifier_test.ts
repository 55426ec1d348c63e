import { runs } from "../../testing/requirements.ts";
import { testRequest } from "../../testing/request_context.ts";
import type { FlowSchemaSpec, Subject } from "../../toolkit/api/flowcontrol_v1.ts";
import { assertEquals } from "../../toolkit/deps/assert.ts";
import fc from "../../toolkit/deps/fast_check.ts";
import { NAMES } from "../../toolkit/names.ts";
import type { User } from "../../toolkit/authentication/user.ts";
import type { RequestInfo } from "../http/request_info.ts";
import { inMatchingOrder, matchOf } from "./classifier.ts";
import { standardSchemas } from "./standard_objects.ts";

const ordered = [...standardSchemas(NAMES.kubernetes)].sort(inMatchingOrder)
  .map(({ name, spec }) => ({ name, matches: matchOf(spec) }));

function schemaOf(name: string, groups: readonly string[], method: string, path: string): string {
  const { user, info } = testRequest({ method, path, user: { name, groups } });
  return ordered.find(({ matches }) => matches(user, info))?.name ?? "none";
}

const IN = "system:authenticated", OUT = "system:unauthenticated", NODES = "system:nodes";
const ACCOUNTS = "system:serviceaccounts";
const LEASES = "/apis/coordination.k8s.io/v1/namespaces";

const CASES: [who: string, groups: string[], method: string, path: string, schema: string][] = [
  ["admin", ["system:masters", IN], "DELETE", "/api/v1/nodes/n", "exempt"],
  ["admin", ["system:masters", IN], "GET", "/metrics", "exempt"],
  ["system:anonymous", [OUT], "GET", "/healthz", "probes"],
  ["system:anonymous", [OUT], "GET", "/livez/etcd", "probes"],
  ["system:anonymous", [OUT], "GET", "/healthzebra", "global-default"],
  ["system:anonymous", [OUT], "POST", "/readyz", "global-default"],
  ["system:kube-scheduler", [IN], "GET", `${LEASES}/a/leases/b`, "system-leader-election"],
  ["system:kube-scheduler", [IN], "PUT", `${LEASES}/a/leases/b`, "system-leader-election"],
  ["system:kube-scheduler", [IN], "DELETE", `${LEASES}/a/leases/b`, "kube-scheduler"],
  ["system:kube-scheduler", [IN], "GET", `${LEASES}/a/leases`, "kube-scheduler"],
  ["system:kube-controller-manager", [IN], "GET", "/api/v1/pods", "kube-controller-manager"],
  [
    "system:serviceaccount:kube-system:x",
    [ACCOUNTS, IN],
    "PUT",
    `${LEASES}/a/leases/b`,
    "system-leader-election",
  ],
  [
    "system:serviceaccount:kube-system:x",
    [ACCOUNTS, IN],
    "GET",
    "/api/v1/pods",
    "kube-system-service-accounts",
  ],
  ["system:serviceaccount:kube:system:x", [IN], "GET", "/api/v1/pods", "global-default"],
  ["system:serviceaccount:kube-system", [IN], "GET", "/api/v1/pods", "global-default"],
  ["system:serviceaccount:shop:x", [ACCOUNTS, IN], "GET", "/api/v1/pods", "service-accounts"],
  ["system:node:a", [NODES, IN], "PATCH", "/api/v1/nodes/a/status", "system-node-high"],
  ["system:node:a", [NODES, IN], "GET", "/api/v1/nodes", "system-node-high"],
  ["system:node:a", [NODES, IN], "GET", "/api/v1/nodes/a/proxy", "system-nodes"],
  ["system:node:a", [NODES, IN], "PUT", `${LEASES}/a/leases/b`, "system-node-high"],
  // Not in a namespace.
  ["system:node:a", [NODES, IN], "GET", "/apis/coordination.k8s.io/v1/leases", "system-nodes"],
  ["system:node:a", [NODES, IN], "GET", "/version", "system-nodes"],
  ["alice", [IN], "GET", "/api/v1/pods", "global-default"],
  ["alice", [], "GET", "/api/v1/pods", "none"],
];

for (const [who, groups, method, path, schema] of CASES) {
  Deno.test(`matchOf() puts ${method} ${path} of ${who} [${groups}] into ${schema}`, () => {
    assertEquals(schemaOf(who, groups, method, path), schema);
  });
}

Deno.test("inMatchingOrder() goes by precedence, then by name", () => {
  const at = (name: string, matchingPrecedence: number) => ({
    name,
    spec: { priorityLevelConfiguration: { name: "" }, matchingPrecedence },
  });
  const sorted = [at("b", 5), at("a", 5), at("c", 1), at("B", 5)].sort(inMatchingOrder);
  assertEquals(sorted.map(({ name }) => name), ["c", "B", "a", "b"]);
});

/** What the API says of rules, word for word. */
function naive({ rules = [] }: Pick<FlowSchemaSpec, "rules">, user: User, info: RequestInfo) {
  const has = (list: readonly string[], text: string) =>
    list.length === 1 && list[0] === "*" || list.includes(text);
  const isSubject = ({ kind, user: one, group, serviceAccount }: Subject) => {
    if (kind === "User") return one!.name === "*" || one!.name === user.name;
    if (kind === "Group") return group!.name === "*" || user.groups.includes(group!.name);
    const [first, second, namespace, ...rest] = user.name.split(":");
    return first === "system" && second === "serviceaccount" &&
      namespace === serviceAccount!.namespace && rest.length > 0 &&
      (serviceAccount!.name === "*" || rest.join(":") === serviceAccount!.name);
  };
  return rules.some(({ subjects, resourceRules = [], nonResourceRules = [] }) =>
    subjects.some(isSubject) &&
    (info.isResource
      ? resourceRules.some((rule) =>
        has(rule.verbs, info.verb) && has(rule.apiGroups, info.group) &&
        has(rule.resources, [info.resource, info.subresource].filter(Boolean).join("/")) &&
        (info.namespace === ""
          ? rule.clusterScope === true
          : has(rule.namespaces ?? [], info.namespace))
      )
      : nonResourceRules.some(({ verbs, nonResourceURLs }) =>
        has(verbs, info.verb) && nonResourceURLs.some((url) => {
          if (url === "*" || url === info.path) return true;
          const start = url.endsWith("*") ? url.slice(0, -1) : url;
          return info.path.startsWith(start.endsWith("/") ? start : `${start}/`);
        })
      ))
  );
}

Deno.test("matchOf() says what the rules say, of random rules and requests", () => {
  const words = (...some: string[]): fc.Arbitrary<string[]> =>
    fc.oneof(fc.constant<string[]>(["*"]), fc.subarray(some, { minLength: 1 }));
  const names = fc.constantFrom("*", "a", "b", "x:y");
  const subject: fc.Arbitrary<Subject> = fc.oneof(
    names.map((name) => ({ kind: "User", user: { name } })),
    names.map((name) => ({ kind: "Group", group: { name } })),
    fc.tuple(fc.constantFrom("a", "b"), names).map(([namespace, name]) => ({
      kind: "ServiceAccount",
      serviceAccount: { namespace, name },
    })),
  );
  const rules = fc.array(
    fc.record({
      subjects: fc.array(subject, { minLength: 1, maxLength: 3 }),
      resourceRules: fc.array(
        fc.record({
          verbs: words("get", "list", "create"),
          apiGroups: words("", "apps"),
          resources: words("pods", "pods/log", "deployments"),
          clusterScope: fc.boolean(),
          namespaces: fc.oneof(fc.constant<string[]>([]), words("a", "b")),
        }),
        { maxLength: 2 },
      ),
      nonResourceRules: fc.array(
        fc.record({
          verbs: words("get", "post"),
          nonResourceURLs: words("/", "/a", "/a/*", "/a/b", "/ab"),
        }),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 3 },
  );
  const request = fc.record({
    method: fc.constantFrom("GET", "POST"),
    path: fc.constantFrom(
      "/",
      "/a",
      "/a/",
      "/a/b",
      "/ab",
      "/api/v1/pods",
      "/api/v1/namespaces/a/pods",
      "/api/v1/namespaces/a/pods/p/log",
      "/apis/apps/v1/namespaces/b/deployments/d",
    ),
    user: fc.record({
      name: fc.constantFrom(
        "a",
        "b",
        "x:y",
        "system:serviceaccount:a:b",
        "system:serviceaccount:a:",
        "system:serviceaccount:b:x:y",
        "system:serviceaccount:a",
      ),
      groups: fc.subarray(["a", "b"]),
    }),
  });
  fc.assert(
    fc.property(rules, request, (some, asked) => {
      const { user, info } = testRequest(asked);
      assertEquals(matchOf({ rules: some })(user, info), naive({ rules: some }, user, info));
    }),
    { numRuns: runs(3000) },
  );
});
