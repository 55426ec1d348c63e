import { assertEquals, assertThrows } from "../../toolkit/deps/assert.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { readPolicy } from "./policy.ts";

const text = (rest: string) => `apiVersion: audit.k8s.io/v1\nkind: Policy\n${rest}`;

Deno.test("readPolicy() refuses what could not be meant, and names the field", () => {
  const cases: [name: string, text: string, why: RegExp][] = [
    ["nothing", "", /one object/],
    [
      "another kind",
      "apiVersion: v1\nkind: Pod\n",
      /must hold kind "Policy" of audit\.k8s\.io\/v1/,
    ],
    [
      "an old version",
      "apiVersion: audit.k8s.io/v1beta1\nkind: Policy\nrules: []",
      /must hold kind/,
    ],
    ["no rules", text("rules: []"), /0 rules/],
    ["rules left out", text(""), /0 rules/],
    ["two documents", `${text("rules: [{level: None}]")}\n---\n${text("rules: []")}`, /one object/],
    ["a field twice", text("rules: [{level: None, level: Metadata}]"), /duplicated/],
    ["no level", text("rules: [{users: [a]}]"), /rules\[0\]\.level: Required/],
    [
      "an unknown level",
      text("rules: [{level: All}]"),
      /rules\[0\]\.level: Unsupported value: "All"/,
    ],
    ["a level in lower case", text("rules: [{level: metadata}]"), /rules\[0\]\.level: Unsupported/],
    [
      "an unknown stage",
      text("omitStages: [Done]\nrules: [{level: None}]"),
      /omitStages\[0\]: Invalid value: "Done": allowed stages are RequestReceived,ResponseStarted/,
    ],
    [
      "an unknown stage of a rule",
      text("rules: [{level: None, omitStages: [Panic, x]}]"),
      /rules\[0\]\.omitStages\[1\]: Invalid/,
    ],
    [
      "a path without a slash",
      text("rules: [{level: None, nonResourceURLs: [healthz]}]"),
      /must begin with a '\/' character/,
    ],
    [
      "a wildcard in the middle",
      text("rules: [{level: None, nonResourceURLs: ['/a*/b']}]"),
      /must be the final character/,
    ],
    [
      "resources and paths",
      text("rules: [{level: None, nonResourceURLs: ['/a'], namespaces: [b]}]"),
      /cannot apply to both/,
    ],
    [
      "names without resources",
      text("rules: [{level: None, resources: [{resourceNames: [a]}]}]"),
      /requires at least one resource/,
    ],
    [
      "a group with a version",
      text("rules: [{level: None, resources: [{group: apps/v1}]}]"),
      /resources\[0\]\.group: Invalid value: "apps\/v1"/,
    ],
    ["users that are no list", text("rules: [{level: None, users: a}]"), /users/],
  ];
  for (const [name, policy, why] of cases) {
    try {
      assertThrows(() => readPolicy(policy, "kubernetes", () => {}), why);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
  }
});

Deno.test("readPolicy() takes either dialect's names, YAML and JSON", () => {
  for (const dialect of DIALECTS) {
    for (const group of DIALECTS.map((one) => NAMES[one].groupAudit)) {
      const policy = { apiVersion: `${group}/v1`, kind: "Policy", rules: [{ level: "Request" }] };
      const read = readPolicy(JSON.stringify(policy), dialect, () => {});
      assertEquals(read.rules?.[0]?.level, "Request");
    }
  }
});

Deno.test("readPolicy() leaves out what nobody knows, and says so", () => {
  const told: string[] = [];
  const policy = readPolicy(
    text("rules: [{level: None, user: a}]\nrule: 1"),
    "kubernetes",
    (problem) => told.push(problem),
  );
  assertEquals(policy.rules, [{ level: "None" }]);
  assertEquals(told, [
    'strict decoding error: unknown field "rules[0].user", unknown field "rule"',
  ]);
});
