import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { matchesName, matchesRule, type RequestPlace } from "./rules.ts";

type Rule = Parameters<typeof matchesRule>[0];

const PODS: RequestPlace = {
  operation: "CREATE",
  group: "",
  version: "v1",
  resource: "pods",
  subresource: "",
  namespaced: true,
};
const STATUS = { ...PODS, operation: "UPDATE", subresource: "status" } as const;
const EXEC = { ...PODS, operation: "CONNECT", subresource: "exec" } as const;
const SCALE: RequestPlace = {
  ...PODS,
  operation: "UPDATE",
  group: "apps",
  resource: "deployments",
  subresource: "scale",
};
const NAMESPACES = { ...PODS, resource: "namespaces", namespaced: false };
const NODES = { ...PODS, resource: "nodes", namespaced: false };

const rule = (more: Partial<Rule> = {}): Rule => ({
  operations: ["*"],
  apiGroups: ["*"],
  apiVersions: ["*"],
  resources: ["*"],
  ...more,
});

const ROWS: readonly (readonly [name: string, rule: Rule, place: RequestPlace, yes: boolean])[] = [
  ["all", rule(), PODS, true],
  ["all, of a thing in no namespace", rule(), NODES, true],
  ["its operation", rule({ operations: ["CREATE"] }), PODS, true],
  ["its operation among others", rule({ operations: ["DELETE", "CREATE"] }), PODS, true],
  ["another operation", rule({ operations: ["UPDATE"] }), PODS, false],
  ["a connection", rule({ operations: ["CONNECT"], resources: ["pods/exec"] }), EXEC, true],
  ["a connection by all operations", rule({ resources: ["pods/*"] }), EXEC, true],
  ["no operation", rule({ operations: [] }), PODS, false],
  ["operations that are null", rule({ operations: null as unknown as [] }), PODS, false],
  ["operations in small letters", rule({ operations: ["create" as "CREATE"] }), PODS, false],
  ["its group", rule({ apiGroups: [""] }), PODS, true],
  ["its group among others", rule({ apiGroups: ["apps", ""] }), PODS, true],
  ["another group", rule({ apiGroups: ["apps"] }), PODS, false],
  ["no group", rule({ apiGroups: [] }), PODS, false],
  ["a part of its group", rule({ apiGroups: ["app"], resources: ["*/*"] }), SCALE, false],
  ["its version", rule({ apiVersions: ["v1"] }), PODS, true],
  ["its version among others", rule({ apiVersions: ["v1beta1", "v1"] }), PODS, true],
  ["another version", rule({ apiVersions: ["v1beta1"] }), PODS, false],
  ["no version", rule({ apiVersions: [] }), PODS, false],
  ["its resource", rule({ resources: ["pods"] }), PODS, true],
  ["its resource among others", rule({ resources: ["nodes", "pods"] }), PODS, true],
  ["another resource", rule({ resources: ["nodes"] }), PODS, false],
  ["no resource", rule({ resources: [] }), PODS, false],
  ["resources that are left out", { operations: ["*"] } as Rule, PODS, false],
  ["the singular", rule({ resources: ["pod"] }), PODS, false],
  ["everything and its parts", rule({ resources: ["*/*"] }), PODS, true],
  ["a part by everything", rule({ resources: ["*"] }), STATUS, false],
  ["a part by its resource", rule({ resources: ["pods"] }), STATUS, false],
  ["a part by everything and its parts", rule({ resources: ["*/*"] }), STATUS, true],
  ["a part by all parts", rule({ resources: ["pods/*"] }), STATUS, true],
  ["the whole by all parts", rule({ resources: ["pods/*"] }), PODS, true],
  ["a part by its name", rule({ resources: ["pods/status"] }), STATUS, true],
  ["a part by another name", rule({ resources: ["pods/exec"] }), STATUS, false],
  ["the whole by a part", rule({ resources: ["pods/status"] }), PODS, false],
  ["a part of anything", rule({ resources: ["*/scale"] }), SCALE, true],
  ["another part of anything", rule({ resources: ["*/scale"] }), STATUS, false],
  ["a part of another resource", rule({ resources: ["replicasets/scale"] }), SCALE, false],
  ["all parts of another resource", rule({ resources: ["nodes/*"] }), STATUS, false],
  ["any scope", rule({ scope: "*" }), PODS, true],
  ["any scope, in no namespace", rule({ scope: "*" }), NODES, true],
  ["in namespaces", rule({ scope: "Namespaced" }), PODS, true],
  ["in namespaces, but in none", rule({ scope: "Namespaced" }), NODES, false],
  ["in no namespace", rule({ scope: "Cluster" }), NODES, true],
  ["in no namespace, but in one", rule({ scope: "Cluster" }), PODS, false],
  ["a namespace is in none", rule({ scope: "Cluster" }), NAMESPACES, true],
  ["a namespace is not in itself", rule({ scope: "Namespaced" }), NAMESPACES, false],
  ["a scope that there is not", rule({ scope: "Zone" as "*" }), PODS, false],
  [
    "all at once",
    {
      operations: ["UPDATE"],
      apiGroups: ["apps"],
      apiVersions: ["v1"],
      resources: ["deployments/scale"],
      scope: "Namespaced",
    },
    SCALE,
    true,
  ],
];

for (const [name, one, place, yes] of ROWS) {
  Deno.test(`matchesRule() says ${yes ? "yes" : "no"} to ${name}`, () => {
    assertEquals(matchesRule(one, place), yes);
  });
}

Deno.test("matchesName() lets all pass where there is no name", () => {
  assertEquals([undefined, [], ["a"], ["b"]].map((names) => matchesName(names, "a")), [
    true,
    true,
    true,
    false,
  ]);
});
