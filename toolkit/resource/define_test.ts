import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { isKind } from "../kinds/mod.ts";
import { declareConversion, defineResource, defineVersionedResource, Type } from "./mod.ts";
import { pluralOf } from "./checked_resource.ts";

const spec = Type.Object({ size: Type.Integer(), tags: Type.ListSet(Type.String()) });
const NAMES = { group: "example.com", version: "v1", kind: "Website" } as const;

Deno.test("pluralOf() follows the rules of English", () => {
  const plurals: readonly [string, string][] = [
    ["Website", "websites"],
    ["Policy", "policies"],
    ["Gateway", "gateways"],
    ["Ingress", "ingresses"],
    ["Mailbox", "mailboxes"],
    ["Batch", "batches"],
    ["Mesh", "meshes"],
    ["Analysis", "analyses"],
    ["Redis", "redises"],
    ["Api", "apis"],
  ];
  for (const [kind, plural] of plurals) assertEquals(pluralOf(kind), plural);
});

Deno.test("defineResource() gives a kind, the same each time, whose definition is a new value", () => {
  const [one, other] = [defineResource({ ...NAMES, spec }), defineResource({ ...NAMES, spec })];
  assertEquals(JSON.stringify(one), JSON.stringify(other));
  const { group, version, kind, plural, namespaced } = one;
  assertEquals({ group, version, kind, plural, namespaced }, {
    ...NAMES,
    plural: "websites",
    namespaced: true,
  });
  assertEquals(one.versions, { v1: { ...NAMES, plural: "websites", namespaced: true } });
  assert(isKind(one, { apiVersion: "example.com/v1", kind: "Website" }));
  const before = JSON.stringify(one.definition());
  one.definition().spec.versions[0]!.schema!.openAPIV3Schema!.properties!.spec!.type = "string";
  assertEquals(JSON.stringify(one.definition()), before);
  assertEquals(one.definition(), other.definition());
});

Deno.test("definition() is spelled as each dialect does, fields and defaults are not", () => {
  const odd = "x-kubernetes-list-type";
  const Odd = defineResource({
    ...NAMES,
    spec: Type.Object({
      [odd]: Type.Preserve(),
      set: Type.ListSet(Type.String(), { default: [odd] }),
    }),
  });
  const of = (dialect: "orch" | "kubernetes") => {
    const { apiVersion, spec } = Odd.definition(dialect);
    const fields = spec.versions[0]!.schema!.openAPIV3Schema!.properties!.spec!.properties;
    return [apiVersion, fields];
  };
  assertEquals(of("orch"), ["apiextensions.orch.io/v1", {
    [odd]: { type: "object", "x-orch-preserve-unknown-fields": true },
    set: { type: "array", items: { type: "string" }, "x-orch-list-type": "set", default: [odd] },
  }]);
  assertEquals(of("kubernetes"), ["apiextensions.k8s.io/v1", {
    [odd]: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    set: { type: "array", items: { type: "string" }, [odd]: "set", default: [odd] },
  }]);
});

Deno.test("definition() has what was said of the resource", () => {
  const { metadata, spec: said } = defineVersionedResource({
    group: "example.com",
    kind: "Person",
    plural: "people",
    scope: "Cluster",
    shortNames: ["pp"],
    categories: ["all"],
    columns: [{ name: "Age", path: ".spec.age" }, {
      name: "Old",
      path: ".spec.old",
      type: "string",
    }],
    storage: "v2",
    versions: {
      v2: { spec: Type.Object({ age: Type.Number() }) },
      v1: { spec: Type.Object({ old: Type.Integer() }), served: false, deprecated: "" },
    },
  }).convert({
    v1: {
      up: ({ spec }) => ({ spec: { age: spec.old } }),
      down: ({ spec }) => ({ spec: { old: spec.age } }),
    },
  }).definition("kubernetes", { url: "https://a" });
  assertEquals(metadata, { name: "people.example.com" });
  assertEquals([said.scope, said.names], ["Cluster", {
    kind: "Person",
    listKind: "PersonList",
    plural: "people",
    singular: "person",
    shortNames: ["pp"],
    categories: ["all"],
  }]);
  assertEquals(
    said.versions.map(({ schema: _, ...version }) => version),
    [{
      name: "v2",
      served: true,
      storage: true,
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: "Age", type: "number", jsonPath: ".spec.age" }],
    }, {
      name: "v1",
      served: false,
      storage: false,
      deprecated: true,
      subresources: { status: {} },
      additionalPrinterColumns: [{ name: "Old", type: "string", jsonPath: ".spec.old" }],
    }],
  );
  assertEquals(said.conversion, {
    strategy: "Webhook",
    webhook: { clientConfig: { url: "https://a" }, conversionReviewVersions: ["v1"] },
  });
});

const wrong: readonly [more: Record<string, unknown>, error: string][] = [
  [{ group: "apps" }, 'group is "apps": write a domain of your own'],
  [{ group: "networking.orch.io" }, "that group is the server's"],
  [{ group: "Example.com" }, 'group is "Example.com"'],
  [{ group: undefined }, "group is missing"],
  [{ kind: "Web-Site!" }, 'kind is "Web-Site!"'],
  [{ kind: "a".repeat(1_000) }, "kind is"],
  [{ plural: "Websites" }, 'plural is "Websites"'],
  [{ version: "1" }, 'a version is "1"'],
  [{ shortNames: ["WS"] }, 'one of shortNames is "WS"'],
  [{ categories: "all" }, 'categories is "all"'],
  [{ scope: "World" }, 'scope is "World"'],
  [{ conditions: ["not ready"] }, 'one of conditions is "not ready"'],
  [{ spec: Type.String() }, "Website v1: spec is no object"],
  [{ spec: Type.Object({ a: Type.Object({ b: {} }) }) }, "Website v1: spec.a.b: nothing says"],
  [{ status: Type.Record(Type.String()) }, "status has conditions"],
  [
    { status: Type.Object({ conditions: Type.Preserve() }) },
    "status.conditions is there by itself",
  ],
  [
    { columns: [{ name: "Size", path: ".spec.sise" }] },
    "the column Size of Website shows .spec.sise",
  ],
  [
    { columns: [{ name: "Size", path: "spec.size" }] },
    "the column Size of Website shows spec.size",
  ],
  [{
    columns: [{ name: "Size", path: ".spec.size[" }],
    scale: { spec: ".spec.size", status: ".spec.size" },
  }, "scale of Website"],
  [{ scale: { spec: ".spec.tags", status: ".status.observedGeneration" } }, "scale of Website"],
];

Deno.test("defineResource() says what is wrong, and what belongs there", () => {
  for (const [more, error] of wrong) {
    const definition = { ...NAMES, spec, ...more } as Parameters<typeof defineResource>[0];
    const thrown = assertThrows(() => defineResource(definition));
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.startsWith("defineResource: "), thrown.message);
    assert(thrown.message.includes(error), thrown.message);
    assert(thrown.message.length < 500, thrown.message);
  }
});

const versioned = (v1beta1: Parameters<typeof Type.Object>[0]) =>
  defineVersionedResource({
    group: "example.com",
    kind: "Disk",
    storage: "v1",
    versions: {
      v1: { spec: Type.Object({ amount: Type.Integer(), tier: Type.Optional(Type.String()) }) },
      v1beta1: { spec: Type.Object(v1beta1) },
    },
  });
const size = { from: ".spec.size", to: ".spec.amount" };
const tier = { ...{ size: Type.Integer(), tier: Type.Optional(Type.String()) } };

Deno.test("versions that are alike need no conversion, others do", () => {
  const alike = versioned({
    amount: Type.Integer({ minimum: 1 }),
    tier: Type.Optional(Type.String({ description: "A tier." })),
  });
  assertEquals(alike.definition().spec.conversion, { strategy: "None" });
  for (
    const fields of [{ amount: Type.Integer() }, tier, { amount: Type.String(), tier: tier.tier }]
  ) {
    const thrown = assertThrows(() => versioned(fields).definition());
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.endsWith("say how they become one another: .convert({ … })"));
  }
});

const losing: readonly [
  fields: Parameters<typeof Type.Object>[0],
  rules: Parameters<typeof declareConversion>[0],
  error: string,
][] = [
  [tier, { up: [] }, "to v1: .spec.size has no place there: move or remove it"],
  [{ size: Type.Integer() }, { up: [{ move: size }] }, "from v1: .spec.tier has no place there"],
  [
    { size: Type.String(), tier: tier.tier },
    { up: [{ move: size }] },
    ".spec.size is of another type there",
  ],
  [
    tier,
    { up: [{ move: size }, { move: { ...size, from: ".spec.sise" } }] },
    "nothing stands at .spec.sise",
  ],
  [
    tier,
    { up: [{ move: { ...size, from: ".spec.tier" } }, { move: size }] },
    ".spec.tier is of another type",
  ],
  [
    { size: Type.Integer(), amount: Type.Integer() },
    { up: [{ move: size }] },
    "both come to .spec.amount",
  ],
  [
    tier,
    { up: [{ move: size }, { default: { path: ".spec.teir", value: "a" } }], down: [] },
    "there is no .spec.teir",
  ],
];

Deno.test("convert() refuses rules that lose something, and says what", () => {
  for (const [fields, rules, error] of losing) {
    const conversion = declareConversion(rules);
    const thrown = assertThrows(
      () => versioned(fields).convert({ v1beta1: conversion }),
    );
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.includes(error), thrown.message);
  }
  const good = declareConversion({ up: [{ move: size }] });
  const { metadata } = versioned(tier).convert({ v1beta1: good }).definition("orch");
  assertEquals(JSON.parse(metadata!.annotations!["apiextensions.orch.io/conversion"]!), [
    { from: "v1beta1", to: "v1", rules: [{ move: size }] },
    { from: "v1", to: "v1beta1", rules: [{ move: { from: size.to, to: size.from } }] },
  ]);
});

Deno.test("declareConversion() says which rule is none", () => {
  const rules: readonly [unknown, string][] = [
    [[{ move: { from: ".spec.a" } }], "up[0]: write { move: { from, to } }"],
    [[{ remove: ".spec.a" }], "only moves can be turned around"],
    [[{ remove: ".spec.a", move: size }], "up[0]: write"],
    [[{ set: { path: ".spec.a", expression: "1" } }], "up[0]: write"],
    [[{ move: { from: ".metadata.name", to: ".spec.a" } }], ".metadata.name can't be converted"],
    [
      [{ move: { from: ".spec.a[0]", to: ".spec.a" } }],
      'the path is ".spec.a[0]": write .spec.name',
    ],
    ["move", "up is no list of rules"],
  ];
  for (const [up, error] of rules) {
    const thrown = assertThrows(() => declareConversion({ up } as never));
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.includes(error), thrown.message);
  }
});

Deno.test("convert() wants functions both ways for each version, and for no other", () => {
  const Disk = versioned(tier);
  const way = () => ({ spec: {} });
  const given: readonly [unknown, string][] = [
    [{ v1alpha1: { up: way, down: way } }, "converts no v1alpha1: write one of v1beta1"],
    [{ v1beta1: { up: way } }, "goes one way"],
  ];
  for (const [conversions, error] of given) {
    const thrown = assertThrows(() => Disk.convert(conversions as never));
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.includes(error), thrown.message);
  }
});
