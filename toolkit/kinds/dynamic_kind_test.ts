import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { dynamicKind, type KindNames } from "./dynamic_kind.ts";

const WEBSITE = {
  group: "example.com",
  version: "v1alpha1",
  kind: "Website",
  plural: "websites",
};

Deno.test("dynamicKind() is namespaced and of the core group when nothing else is said", () => {
  assertEquals(dynamicKind({ version: "v1", kind: "Thing", plural: "things" }), {
    group: "",
    version: "v1",
    kind: "Thing",
    plural: "things",
    namespaced: true,
  });
});

Deno.test("dynamicKind() keeps what it is given, and nothing besides", () => {
  const given = { ...WEBSITE, namespaced: false, singularName: "website", shortNames: ["ws"] };
  assertEquals(dynamicKind(given), { ...WEBSITE, namespaced: false });
});

const GROUPS: [given: string, spelled: string][] = [
  ["networking.k8s.io", "networking.k8s.io"],
  ["networking.orch.io", "networking.k8s.io"],
  ["flowcontrol.apiserver.orch.io", "flowcontrol.apiserver.k8s.io"],
  ["metrics.orch.io", "metrics.k8s.io"],
  ["apps", "apps"],
  ["gateway.networking.k8s.io", "gateway.networking.k8s.io"],
  ["gateway.networking.orch.io", "gateway.networking.orch.io"],
];

for (const [given, spelled] of GROUPS) {
  Deno.test(`dynamicKind() spells the group ${given} as ${spelled}`, () => {
    assertEquals(dynamicKind({ ...WEBSITE, group: given }).group, spelled);
  });
}

const long = "a".repeat(64);
const REFUSED: [change: Record<string, unknown>, message: string][] = [
  [
    { group: "apps/v1" },
    `group is "apps/v1": write an API group such as "apps", or "" for the core group, with its version apart`,
  ],
  [
    { group: "Apps" },
    `group is "Apps": write an API group such as "apps", or "" for the core group`,
  ],
  [
    { group: "a..b" },
    `group is "a..b": write an API group such as "apps", or "" for the core group`,
  ],
  [{ group: null }, `group is null: write an API group such as "apps", or "" for the core group`],
  [{ version: "" }, `version is "": write a version such as "v1"`],
  [{ version: "apps/v1" }, `version is "apps/v1": write a version such as "v1"`],
  [{ version: 1 }, `version is 1: write a version such as "v1"`],
  [{ version: undefined }, `version is missing: write a version such as "v1"`],
  [{ kind: "" }, `kind is "": write a kind such as "Deployment"`],
  [{ kind: "Web site" }, `kind is "Web site": write a kind such as "Deployment"`],
  [{ kind: "../x" }, `kind is "../x": write a kind such as "Deployment"`],
  [{ kind: long }, `kind is "${long}": write a kind such as "Deployment"`],
  [
    { plural: "Websites" },
    `plural is "Websites": write a plural in lower case such as "deployments"`,
  ],
  [
    { plural: "pods/log" },
    `plural is "pods/log": write a plural in lower case such as "deployments"`,
  ],
  [{ plural: ".." }, `plural is "..": write a plural in lower case such as "deployments"`],
  [{ plural: "?x" }, `plural is "?x": write a plural in lower case such as "deployments"`],
  [
    { plural: "x".repeat(1_000_000) },
    `plural is "${"x".repeat(100)}"…: write a plural in lower case such as "deployments"`,
  ],
  [{ namespaced: "false" }, `namespaced is "false": write true or false`],
];

for (const [change, message] of REFUSED) {
  Deno.test(`dynamicKind() says what to write when ${message.slice(0, 60)}`, () => {
    const error = assertThrows(() => dynamicKind({ ...WEBSITE, ...change } as KindNames));
    assert(error instanceof TypeError);
    assertEquals(error.message, `dynamicKind: ${message}`);
  });
}
