import { attributesOf } from "../../../testing/access_attributes.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import type { User } from "../../../toolkit/authentication/user.ts";
import type { Attributes } from "../authorizer.ts";
import type { Verdict } from "../../../toolkit/authorization/verdict.ts";
import { abacAuthorizer } from "./authorizer.ts";
import { readPolicies } from "./policy.ts";

const call = { signal: new AbortController().signal };
const JANE: User = { name: "jane", uid: "", groups: ["devs", "system:authenticated"], extra: {} };
const NOBODY: User = {
  name: "system:anonymous",
  uid: "",
  groups: ["system:unauthenticated"],
  extra: {},
};

function of(parts: Partial<Attributes> = {}): Attributes {
  return attributesOf(JANE, parts);
}
const path = (path: string, verb = "get") =>
  of({ isResource: false, path, verb, namespace: "", resource: "" });

const policy = (spec: object) =>
  JSON.stringify({ apiVersion: "abac.authorization.kubernetes.io/v1beta1", kind: "Policy", spec });

function decided(line: string, attributes: Attributes): string {
  const { policies } = readPolicies(line, "f", "kubernetes");
  return (abacAuthorizer(policies).authorize(attributes, call) as Verdict).decision;
}

const PODS = { user: "jane", namespace: "shop", resource: "pods" };

const REFUSED: [what: string, line: string, asked: Attributes][] = [
  ["no policies", "", of()],
  ["somebody else", policy(PODS), of({ user: { ...JANE, name: "Jane" } })],
  ["nobody in particular", policy({ namespace: "*", resource: "*", apiGroup: "*" }), of()],
  [
    "nobody in particular, by an empty group",
    policy({ namespace: "*", resource: "*" }),
    of({
      user: { name: "", uid: "", groups: [""], extra: {} },
    }),
  ],
  ["another group of users", policy({ ...PODS, user: "", group: "ops" }), of()],
  ["a user who is not in the group too", policy({ ...PODS, group: "ops" }), of()],
  ["a group's name as a user", policy({ ...PODS, user: "devs" }), of()],
  ["who is not known, by the star", policy({ ...PODS, user: "*" }), of({ user: NOBODY })],
  [
    "who is not known, by a group's star",
    policy({ ...PODS, user: "", group: "*" }),
    of({
      user: NOBODY,
    }),
  ],
  ["another namespace", policy(PODS), of({ namespace: "other" })],
  ["the whole cluster", policy(PODS), of({ namespace: "" })],
  ["another resource", policy(PODS), of({ resource: "secrets" })],
  ["another group of the API", policy(PODS), of({ group: "apps" })],
  ["no resource", policy({ ...PODS, resource: "" }), of()],
  ["to write", policy({ ...PODS, readonly: true }), of({ verb: "create" })],
  ["to delete many", policy({ ...PODS, readonly: true }), of({ verb: "deletecollection" })],
  [
    "to read a path by head",
    policy({ user: "jane", nonResourcePath: "*", readonly: true }),
    path(
      "/",
      "head",
    ),
  ],
  ["a path by a policy of resources", policy({ ...PODS, resource: "*" }), path("/metrics")],
  ["a resource by a policy of paths", policy({ user: "jane", nonResourcePath: "*" }), of()],
  ["another path", policy({ user: "jane", nonResourcePath: "/a" }), path("/a/b")],
  ["what a star does not begin", policy({ user: "jane", nonResourcePath: "/a/*" }), path("/a")],
  ["who is not known, in the old form", "{}", of({ user: NOBODY })],
  ["a path, in the old form of a namespace", '{"namespace":"shop"}', path("/metrics")],
];

Deno.test("abacAuthorizer() has no opinion on what no policy allows", () => {
  for (const [what, line, asked] of REFUSED) {
    assertEquals(decided(line, asked), "no opinion", what);
  }
});

const ALLOWED: [what: string, line: string, asked: Attributes][] = [
  ["a user", policy(PODS), of({ verb: "create" })],
  ["a subresource with its resource", policy(PODS), of({ subresource: "log" })],
  ["a group", policy({ ...PODS, user: "", group: "devs" }), of()],
  ["a user in a group", policy({ ...PODS, group: "devs" }), of()],
  ["everybody who is known", policy({ ...PODS, user: "*" }), of()],
  ["all namespaces", policy({ ...PODS, namespace: "*" }), of({ namespace: "" })],
  [
    "all",
    policy({ user: "jane", namespace: "*", resource: "*", apiGroup: "*" }),
    of({
      group: "apps",
    }),
  ],
  ["to read", policy({ ...PODS, readonly: true }), of({ verb: "watch" })],
  ["a path", policy({ user: "jane", nonResourcePath: "/a" }), path("/a", "post")],
  ["paths below", policy({ user: "jane", nonResourcePath: "/a/*" }), path("/a/b/c")],
  ["all paths", policy({ user: "jane", nonResourcePath: "*" }), path("/")],
  ["after comments", `# who may what\n\n  ${policy(PODS)}\r\n`, of()],
  ["in the other dialect's name", policy(PODS).replace("kubernetes.io", "orch.io"), of()],
  ["the old form: all", "{}", of({ group: "apps", verb: "delete" })],
  ["the old form: paths", "{}", path("/metrics")],
  ["the old form: a user", '{"user":"jane","resource":"pods"}', of({ group: "other" })],
];

Deno.test("abacAuthorizer() allows what a policy allows", () => {
  for (const [what, line, asked] of ALLOWED) assertEquals(decided(line, asked), "allow", what);
});

Deno.test("abacAuthorizer() lists what policies let somebody do in a namespace, in the file's order", () => {
  const { policies } = readPolicies(
    [
      policy({ group: "devs", namespace: "*", resource: "pods", readonly: true }),
      policy({ user: "jane", namespace: "shop", resource: "secrets", apiGroup: "x" }),
      policy({ user: "jane", namespace: "other", resource: "jobs" }),
      policy({ user: "*", namespace: "*", nonResourcePath: "/version" }),
      policy({ user: "bob", namespace: "*", resource: "*" }),
    ].join("\n"),
    "f",
    "kubernetes",
  );
  assertEquals(abacAuthorizer(policies).rulesOf?.(JANE, "shop", call), {
    resourceRules: [
      { verbs: ["get", "list", "watch"], apiGroups: [""], resources: ["pods"] },
      { verbs: ["*"], apiGroups: ["x"], resources: ["secrets"] },
    ],
    nonResourceRules: [{ verbs: ["*"], nonResourceURLs: ["/version"] }],
    incomplete: false,
  });
});

const BROKEN: [what: string, line: string, why: RegExp][] = [
  ["no JSON", "{", /line 2: \{: /],
  ["a list", "[]", /line 2: .*one JSON object/],
  ["two objects", "{} {}", /line 2: /],
  ["another kind", '{"apiVersion":"v1","kind":"Pod"}', /kind "Policy" of abac\.authorization\./],
  ["a kind without a version", '{"kind":"Policy","spec":{}}', /kind "Policy" of/],
  ["another version", policy({}).replace("v1beta1", "v1"), /kind "Policy" of/],
  ["no spec", policy({}).replace(',"spec":{}', ""), /spec must be an object/],
  ["a misspelt field", policy({ ...PODS, readOnly: true }), /unknown field "readOnly"/],
  ["a field beside the spec", policy(PODS).replace("{", '{"user":"x",'), /unknown field "user"/],
  ["a text for readonly", policy({ readonly: "true" }), /readonly must be a boolean/],
  ["a number for a user", policy({ user: 1 }), /user must be a string/],
  ["a list for a user, in the old form", '{"user":["a"]}', /user must be a string/],
  ["an unknown field, in the old form", '{"apiGroup":"*"}', /unknown field "apiGroup"/],
  ["a long line", `{"user":"${"x".repeat(70_000)}"}`, /longer than 65536 bytes/],
];

Deno.test("readPolicies() names path and line of what it can't read", () => {
  for (const [what, line, why] of BROKEN) {
    const read = () => readPolicies(`# policies\n${line}\n{}`, "/p", "kubernetes");
    const { message } = assertThrows(read, why);
    assertEquals(message.startsWith("error reading policy file /p, line 2: "), true, message);
    assertEquals(message.length < 600, true, what);
  }
});
