import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { Discovered, DiscoveredVersion } from "./discovered.ts";
import { DiscoveryDocuments } from "./documents.ts";

const resource = (group: string, version: string): Discovered => ({
  group,
  version,
  resource: "things",
  singular: "thing",
  kind: "Thing",
  namespaced: true,
  shortNames: [],
  categories: [],
  verbs: ["get"],
  subresources: new Map(),
  storageVersion: undefined,
});

const elsewhere = (
  group: string,
  version: string,
  priority: readonly [group: number, version: number],
  stale = false,
): DiscoveredVersion => ({
  group,
  version,
  priority: { group: priority[0], version: priority[1] },
  stale,
});

const documents = (resources: Discovered[], versions: DiscoveredVersion[]) =>
  new DiscoveryDocuments({ all: () => resources, versions: () => versions });

Deno.test("discovery tells of versions that no resource is known of, and whether their servers answer", () => {
  const known = { ...resource("known", "v1"), entry: { resource: "things" } };
  const some = documents([known], [
    elsewhere("empty", "v1", [100, 10]),
    elsewhere("known", "v1", [100, 10], true),
    elsewhere("silent", "v1", [100, 10], true),
  ]);
  const { items } = some.aggregated(false, "a/v2") as { items: Shown[] };
  assertEquals(
    items.map(({ metadata, versions: [{ freshness, resources }] }) => [
      metadata.name,
      freshness,
      resources?.length,
    ]),
    [["empty", "Current", undefined], ["known", "Stale", 1], ["silent", "Stale", undefined]],
  );
  assertEquals(some.resources("empty", "v1")?.resources, []);
  assertEquals(some.group("silent"), {
    kind: "APIGroup",
    apiVersion: "v1",
    name: "silent",
    versions: [{ groupVersion: "silent/v1", version: "v1" }],
    preferredVersion: { groupVersion: "silent/v1", version: "v1" },
  });
});

Deno.test("discovery tells of a version that another server has in the words of that one alone", () => {
  const own = [resource("a", "v1"), { ...resource("a", "v1"), resource: "others" }];
  const theirs = { ...resource("a", "v1"), kind: "Theirs", entry: { resource: "things" } };
  const some = documents([...own, resource("a", "v2"), theirs], [elsewhere("a", "v1", [100, 10])]);
  const kindsOf = (version: string) =>
    (some.resources("a", version)?.resources as { kind: string }[]).map(({ kind }) => kind);
  assertEquals([kindsOf("v1"), kindsOf("v2")], [["Theirs"], ["Thing"]]);
  const { items: [group] } = some.aggregated(false, "a/v2") as { items: Shown[] };
  assertEquals(
    group?.versions.map(({ resources }) => resources?.length),
    [1, 1],
  );
});

interface Shown {
  readonly metadata: { readonly name: string };
  readonly versions: [{ readonly freshness: string; readonly resources?: unknown[] }];
}

Deno.test("groups and versions stand in the order of their priorities", () => {
  const some = documents(
    [resource("b", "v1"), resource("a", "v2"), resource("apps", "v1"), resource("c", "v1alpha1")],
    [
      elsewhere("last", "v1", [100, 10]),
      elsewhere("first", "v2", [30_000, 10]),
      elsewhere("first", "v1", [200, 20]),
    ],
  );
  const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);
  const { items } = some.aggregated(false, "a/v2") as { items: Shown[] };
  const order = ["first", "apps", "a", "b", "c", "last"];
  assertEquals(items.map(({ metadata }) => metadata.name), order);
  // The list is made of the objects of versions: v1.b, v1alpha1.c, v2.a.
  assertEquals(names(some.groupList().groups), ["first", "apps", "b", "c", "a", "last"]);
  assertEquals(some.group("first")?.preferredVersion, { groupVersion: "first/v1", version: "v1" });
});
