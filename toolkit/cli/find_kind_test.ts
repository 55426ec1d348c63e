import type { DiscoveredKinds } from "../client/discover_kinds.ts";
import { assertEquals } from "../deps/assert.ts";
import { dynamicKind } from "../kinds/mod.ts";
import { kindIn } from "./find_kind.ts";

function served(group: string, version: string, kind: string, shortNames: string[] = []) {
  const plural = `${kind.toLowerCase()}s`;
  return {
    kind: dynamicKind({ group, version, kind, plural }),
    verbs: new Set(["get"]),
    subresources: new Set<string>(),
    singular: kind.toLowerCase(),
    shortNames,
  };
}

const preferred = [
  served("", "v1", "Event", ["ev"]),
  served("apps", "v1", "Deployment", ["deploy"]),
  served("events.k8s.io", "v1", "Event", ["ev"]),
  served("example.com", "v2", "Deploy"),
  served("v1.example.com", "v3", "Odd"),
];
const KINDS: DiscoveredKinds = {
  preferred,
  all: [...preferred, served("apps", "v1beta1", "Deployment")],
  failures: [],
};

Deno.test("kindIn() takes every name of a kind, and the first of several that have it", () => {
  const cases: [text: string, found: string | undefined][] = [
    ["deployments", "apps/v1/Deployment"],
    ["deployment", "apps/v1/Deployment"],
    ["Deployment", "apps/v1/Deployment"],
    ["DEPLOYMENTS.apps", "apps/v1/Deployment"],
    ["deployments.v1beta1.apps", "apps/v1beta1/Deployment"],
    ["deployments.v2.apps", undefined],
    // What is called so comes before what is called so for short.
    ["deploy", "example.com/v2/Deploy"],
    ["deploy.apps", "apps/v1/Deployment"],
    ["events", "/v1/Event"],
    ["ev", "/v1/Event"],
    ["events.events.k8s.io", "events.k8s.io/v1/Event"],
    ["events.events.orch.io", "events.k8s.io/v1/Event"],
    // The beginning of a group may look like a version.
    ["odds.v1.example.com", "v1.example.com/v3/Odd"],
    ["events.v1.", "/v1/Event"],
    ["", undefined],
    [".", undefined],
    ["__proto__", undefined],
  ];
  for (const [text, found] of cases) {
    const kind = kindIn(KINDS, text);
    assertEquals(kind && `${kind.group}/${kind.version}/${kind.kind}`, found, text);
  }
});
