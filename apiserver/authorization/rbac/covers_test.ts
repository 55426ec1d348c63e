import { runs } from "../../../testing/requirements.ts";
import type { PolicyRule } from "../../../toolkit/api/rbac_v1.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { compacted, COMPARED_LIMIT_COMBINATIONS, ruleText, uncovered } from "./covers.ts";

const lacks = (held: PolicyRule[], asked: PolicyRule[]) =>
  compacted(runToEnd(uncovered(held, asked))).map(ruleText);

function on(verbs: string, groups: string, resources: string, names?: string): PolicyRule {
  const words = (text: string) => text.split(" ").map((word) => word === "core" ? "" : word);
  return {
    verbs: words(verbs),
    apiGroups: words(groups),
    resources: words(resources),
    ...(names !== undefined && { resourceNames: words(names) }),
  };
}

const at = (verbs: string, urls: string): PolicyRule => ({
  verbs: verbs.split(" "),
  nonResourceURLs: urls.split(" "),
});

const LACKING: [what: string, held: PolicyRule[], asked: PolicyRule, missing: string[]][] = [
  ["nothing is held", [], on("get", "core", "pods"), [
    '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
  ]],
  [
    "all of a verb, where some are held",
    [on("get list watch", "core", "pods")],
    on("*", "core", "pods"),
    [
      '{APIGroups:[""], Resources:["pods"], Verbs:["*"]}',
    ],
  ],
  ["all of a resource", [on("get", "core", "pods")], on("get", "core", "*"), [
    '{APIGroups:[""], Resources:["*"], Verbs:["get"]}',
  ]],
  ["all groups", [on("get", "core apps", "pods")], on("get", "*", "pods"), [
    '{APIGroups:["*"], Resources:["pods"], Verbs:["get"]}',
  ]],
  ["any name, where one is held", [on("get", "core", "pods", "a")], on("get", "core", "pods"), [
    '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
  ]],
  [
    "names, some of which are held",
    [on("get", "core", "pods", "a b")],
    on("get", "core", "pods", "b c"),
    [
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["c"], Verbs:["get"]}',
    ],
  ],
  ["a subresource", [on("get", "core", "pods")], on("get", "core", "pods/log"), [
    '{APIGroups:[""], Resources:["pods/log"], Verbs:["get"]}',
  ]],
  [
    "verbs and resources that are held, but not together",
    [on("get", "core", "pods"), on("list", "core", "secrets")],
    on("get list", "core", "pods secrets"),
    [
      '{APIGroups:[""], Resources:["pods"], Verbs:["list"]}',
      '{APIGroups:[""], Resources:["secrets"], Verbs:["get"]}',
    ],
  ],
  ["paths", [at("get", "/a")], at("get post", "/a /a/b /c*"), [
    '{NonResourceURLs:["/a"], Verbs:["post"]}',
    '{NonResourceURLs:["/a/b"], Verbs:["get"]}',
    '{NonResourceURLs:["/a/b"], Verbs:["post"]}',
    '{NonResourceURLs:["/c*"], Verbs:["get"]}',
    '{NonResourceURLs:["/c*"], Verbs:["post"]}',
  ]],
  [
    "paths by a rule that is about names",
    [{ ...at("get", "/a"), resourceNames: ["x"] }],
    at("get", "/a"),
    ['{NonResourceURLs:["/a"], Verbs:["get"]}'],
  ],
  ["all paths by all resources", [on("*", "*", "*")], at("get", "/a"), [
    '{NonResourceURLs:["/a"], Verbs:["get"]}',
  ]],
  ["all resources by all paths", [at("*", "*")], on("get", "core", "pods"), [
    '{APIGroups:[""], Resources:["pods"], Verbs:["get"]}',
  ]],
];

Deno.test("uncovered() finds what is not held", () => {
  for (const [what, held, asked, missing] of LACKING) {
    assertEquals(lacks(held, [asked]), missing, what);
  }
});

Deno.test("uncovered() finds nothing where all is held", () => {
  const cases: [held: PolicyRule[], asked: PolicyRule][] = [
    [[on("*", "*", "*")], on("get *", "core apps *", "pods */scale *", "a b")],
    [[on("get", "core", "pods")], on("get", "core", "pods", "a")],
    [[on("get", "core", "*/scale")], on("get", "core", "pods/scale")],
    [
      [on("get list", "core", "pods"), on("get list", "apps", "pods")],
      on("get list", "core apps", "pods"),
    ],
    [[at("get", "/a* /b")], at("get", "/a /a/b /a/* /b")],
    [[at("*", "*")], at("get post", "/x *")],
    [[], { verbs: ["get"], apiGroups: [""], resources: [] }],
  ];
  for (const [held, asked] of cases) assertEquals(lacks(held, [asked]), [], JSON.stringify(asked));
});

Deno.test("uncovered() refuses to take apart more than it can, unless one rule covers it", () => {
  const many = (name: string) => Array.from({ length: 1000 }, (_, index) => `${name}${index}`);
  const huge: PolicyRule = { verbs: many("v"), apiGroups: many("g"), resources: many("r") };
  const few = new RegExp(`name 1000000000 combinations .*${COMPARED_LIMIT_COMBINATIONS} can be`);
  assertThrows(() => lacks([on("get", "core", "pods")], [huge]), few);
  assertEquals(lacks([on("*", "*", "*")], [huge]), []);
});

const list = (...texts: string[]) => fc.array(fc.constantFrom(...texts), { maxLength: 3 });
const rule: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record({
    verbs: list("a", "b", "*"),
    apiGroups: list("a", "b", "*"),
    resources: list("a", "b", "*", "a/s", "*/s"),
    resourceNames: list("a", "b"),
  }),
  fc.record({ verbs: list("a", "b", "*"), nonResourceURLs: list("/a", "/a/*", "*", "/a/b") }),
);

Deno.test("uncovered() leaves nothing once what it found is held too", () => {
  fc.assert(
    fc.property(
      fc.array(rule, { maxLength: 4 }),
      fc.array(rule, { maxLength: 4 }),
      (held, asked) => {
        const missing = runToEnd(uncovered(held, asked));
        assertEquals(lacks([...held, ...missing], asked), []);
        // What it found is not held, piece by piece.
        for (const one of missing) assertEquals(runToEnd(uncovered(held, [one])), [one]);
      },
    ),
    { numRuns: runs(300) },
  );
});
