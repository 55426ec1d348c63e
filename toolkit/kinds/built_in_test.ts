import { assertEquals } from "../deps/assert.ts";
import { NAMES } from "../names.ts";
import { schemaOf } from "../schema/mod.ts";
import * as builtIn from "./built_in.ts";
import type { Kind } from "./kind.ts";

/** Every value of the module: a kind by itself, or the kinds of a group version. */
const VALUES = Object.entries(builtIn as unknown as Record<string, Kind | Record<string, Kind>>);
const FLAT = VALUES.filter((entry): entry is [string, Kind] => typeof entry[1].plural === "string");
const BY_VERSION = VALUES.filter(([, value]) => typeof value.plural !== "string") as [
  string,
  Record<string, Kind>,
][];

Deno.test("every built-in resource is a value, by its group version", () => {
  const kinds = BY_VERSION.flatMap(([, own]) => Object.entries(own));
  const byPlace = new Map(
    kinds.map(([name, kind]) => [`${kind.group}/${kind.version}/${kind.plural}`, { name, kind }]),
  );
  assertEquals(byPlace.size, kinds.length);
  const { resources } = schemaOf("kubernetes");
  assertEquals(byPlace.size, resources.length);
  for (const { group, version, kind, resource: plural, namespaced } of resources) {
    assertEquals(byPlace.get(`${group}/${version}/${plural}`), {
      name: kind,
      kind: { group, version, kind, plural, namespaced },
    });
  }
});

Deno.test("each kind has a value of its own name: of its newest stable version", () => {
  const names = BY_VERSION.flatMap(([, own]) => Object.values(own))
    .filter(({ version }) => /^v\d+$/.test(version)).map(({ kind }) => kind);
  assertEquals(FLAT.map(([name]) => name).sort(), [...new Set(names)].sort());
  for (const [name, { kind }] of FLAT) assertEquals(kind, name);
  const { Event, HorizontalPodAutoscaler, coreV1, autoscalingV2 } = builtIn;
  assertEquals([Event.group, Event.version], [NAMES.kubernetes.group("events"), "v1"]);
  assertEquals(coreV1.Event.group, "");
  assertEquals(HorizontalPodAutoscaler, autoscalingV2.HorizontalPodAutoscaler);
});

Deno.test("a kind is one value, however it is reached", () => {
  const values = new Set(BY_VERSION.flatMap(([, own]) => Object.values(own)));
  for (const [name, kind] of FLAT) assertEquals(values.has(kind), true, name);
});
