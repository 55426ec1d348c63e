import {
  DeclaredConversion,
  declaredConverter,
} from "../../apiserver/customresources/conversion/mod.ts";
import { runs } from "../../testing/requirements.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import type { JsonObject } from "../values/json.ts";
import { ConversionError, convertObject, keptAnnotation } from "./convert_object.ts";
import { declareConversion, defineVersionedResource, Type } from "./mod.ts";

const KEPT = keptAnnotation("example.com");
const SEED = Number(Deno.env.get("SEED") ?? Date.now() % 1e9);

const Unconverted = defineVersionedResource({
  group: "example.com",
  kind: "Bucket",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        region: Type.Enum(["eu", "us", "ap"]),
        size: Type.Integer({ minimum: 1 }),
        retain: Type.Boolean({ default: false }),
        owner: Type.Optional(Type.String({ pattern: "^[a-z]+$", maxLength: 10 })),
        rules: Type.Optional(Type.ListMap(
          Type.Object({
            name: Type.String(),
            days: Type.Integer({ default: 1 }),
            note: Type.Optional(Type.String()),
          }),
          ["name"],
        )),
        tags: Type.Optional(Type.Array(Type.String())),
        inner: Type.Optional(Type.Object({ a: Type.String(), b: Type.Optional(Type.String()) })),
        free: Type.Optional(Type.Preserve()),
      }),
      status: Type.Object({ endpoint: Type.String(), parts: Type.Integer() }),
    },
    v1beta1: {
      spec: Type.Object({
        region: Type.String(),
        size: Type.String(),
        rules: Type.Optional(Type.ListMap(
          Type.Object({ name: Type.String(), days: Type.Integer({ default: 1 }) }),
          ["name"],
        )),
        inner: Type.Optional(Type.Object({ a: Type.String() })),
      }),
      status: Type.Object({ parts: Type.Integer() }),
    },
    v1alpha1: { spec: Type.Object({ size: Type.Integer(), label: Type.Optional(Type.String()) }) },
  },
});

const Bucket = Unconverted.convert({
  v1beta1: {
    up: ({ spec: { region, size, rules, inner }, status }) => ({
      spec: {
        region: region === "us" ? "us" : "eu",
        size: parseInt(size),
        ...(rules && { rules }),
        ...(inner && { inner }),
      },
      ...(status && { status }),
    }),
    down: ({ spec: { region, size, rules, inner }, status: { parts } = {} }) => ({
      spec: {
        region: region === "ap" ? "asia" : region,
        size: `${size}Gi`,
        ...(rules && { rules }),
        ...(inner && { inner }),
      },
      ...(parts !== undefined && { status: { parts } }),
    }),
  },
  v1alpha1: {
    up: ({ metadata, spec: { size, label } }) => ({
      metadata: { labels: { ...metadata.labels, ...(label && { label }) } },
      spec: { size, region: "eu" },
    }),
    down: ({ metadata: { labels: { label, ...labels } = {} }, spec: { size } }) => ({
      metadata: { labels },
      spec: { size, ...(label && { label }) },
    }),
  },
});

function bucket(spec: JsonObject, more: JsonObject = {}, version = "v1"): JsonObject {
  return {
    apiVersion: `example.com/${version}`,
    kind: "Bucket",
    metadata: { name: "a", namespace: "b", uid: "c", generation: 3, managedFields: [{}] },
    spec,
    ...more,
  };
}

const spec = { region: "eu", size: 5, retain: false };

Deno.test("convertObject() gives back what the other version can't carry", () => {
  const object = bucket({
    ...spec,
    region: "ap",
    retain: true,
    owner: "me",
    tags: ["a", "b"],
    free: { deep: { "__proto__.x": [null, 1] } },
    inner: { a: "1", b: "2" },
    rules: [{ name: "x", days: 1, note: "n" }, { name: "y", days: 2 }],
  }, {
    status: {
      endpoint: "https://x",
      parts: 2,
      observedGeneration: 3,
      conditions: [{ type: "Ready", status: "True" }],
    },
  });
  const before = structuredClone(object);
  const old = convertObject(Bucket, object, "v1beta1");
  assertEquals(object, before);
  assertEquals(old.apiVersion, "example.com/v1beta1");
  assertEquals(old.spec, {
    region: "asia",
    size: "5Gi",
    inner: { a: "1" },
    rules: [{ name: "x", days: 1 }, { name: "y", days: 2 }],
  });
  assertEquals(old.status, {
    parts: 2,
    observedGeneration: 3,
    conditions: [{ type: "Ready", status: "True" }],
  });
  assertEquals(convertObject(Bucket, old, "v1"), before);
  // What is read and written as it is by way of a third version is as it was, too.
  const alpha = convertObject(Bucket, old, "v1alpha1");
  assertEquals(alpha.spec, { size: 5 });
  assertEquals(convertObject(Bucket, alpha, "v1"), before);
});

type Edit = (object: JsonObject & { spec: JsonObject }) => void;

const edits: readonly [name: string, stored: JsonObject, edit: Edit, after: JsonObject][] = [
  ["another field", { ...spec, retain: true }, ({ spec }) => spec.size = "7Gi", {
    ...spec,
    size: 7,
    retain: true,
  }],
  ["the field itself", { ...spec, region: "ap" }, ({ spec }) => spec.region = "us", {
    ...spec,
    region: "us",
  }],
  [
    "the field to what came back of it",
    { ...spec, region: "ap", retain: true },
    ({ spec }) => spec.region = "eu",
    { ...spec, region: "eu", retain: true },
  ],
  [
    "an element of a list map",
    { ...spec, rules: [{ name: "x", days: 1, note: "n" }, { name: "y", days: 2, note: "m" }] },
    ({ spec }) => spec.rules = [{ name: "z", days: 9 }, { name: "y", days: 3 }],
    { ...spec, rules: [{ name: "z", days: 9 }, { name: "y", days: 3, note: "m" }] },
  ],
  ["what holds it", { ...spec, inner: { a: "1", b: "2" } }, ({ spec }) => delete spec.inner, spec],
  ["a part of what holds it", { ...spec, inner: { a: "1", b: "2" } }, ({ spec }) => {
    spec.inner = { a: "3" };
  }, { ...spec, inner: { a: "3", b: "2" } }],
];

Deno.test("convertObject() leaves to a client what it has changed", () => {
  for (const [name, stored, edit, after] of edits) {
    const old = convertObject(Bucket, bucket(stored), "v1beta1");
    edit(old as Parameters<Edit>[0]);
    const now = convertObject(Bucket, old, "v1");
    assertEquals(now.spec, after, name);
    assertEquals(now.metadata, bucket({}).metadata, name);
  }
});

Deno.test("convertObject() keeps nothing where nothing is lost", () => {
  const old = convertObject(Bucket, bucket(spec), "v1beta1");
  assertEquals(old.metadata, bucket({}).metadata);
  const again = { ...(bucket(spec).metadata as JsonObject), annotations: { [KEPT]: "old" } };
  assertEquals(
    convertObject(Bucket, { ...bucket(spec), metadata: again }, "v1beta1").metadata,
    bucket({}).metadata,
  );
});

/** What somebody writes into the annotation, who may write anything there. */
const hostile: readonly [name: string, text: string][] = [
  ["no JSON", "{"],
  ["another JSON", "[]"],
  ["nothing", ""],
  ["of another version", kept({ owner: leaf("me") }, "v2")],
  ["a value of another type", kept({ owner: leaf(1) })],
  ["a value that the schema refuses", kept({ owner: leaf("Not A Name") })],
  ["a value that is too long", kept({ owner: leaf("a".repeat(100_000)) })],
  ["a value out of bounds", kept({ size: { had: 5, has: 0 } })],
  ["an unknown field", kept({ unknown: leaf(1) })],
  [
    "fields of names of the language",
    kept(JSON.parse('{"__proto__":{"has":{"a":1}},"constructor":{"has":1}}')),
  ],
  ["no field where one must be", kept({ size: { had: 5 } })],
  ["fields of a text", kept({ region: { fields: { a: leaf(1) } } })],
  ["elements of a text", kept({ region: { elements: [["a", leaf(1)]] } })],
  [
    "elements that are none",
    kept({
      rules: { elements: [null, 1, ["a"], [{}, {}], ['["x"]', leaf({ name: "y", days: 1 })]] },
    }),
  ],
  ["an element twice", kept({ rules: leaf([{ name: "x", days: 1 }, { name: "x", days: 1 }]) })],
  [
    "conditions",
    JSON.stringify({ version: "v1", fields: { status: { fields: { conditions: leaf([]) } } } }),
  ],
  [
    "metadata",
    JSON.stringify({
      version: "v1",
      fields: { metadata: leaf({ name: "other" }), kind: leaf("Pod") },
    }),
  ],
  ["no spec", JSON.stringify({ version: "v1", fields: { spec: { had: spec } } })],
  ["levels", `{"version":"v1","fields":${'{"spec":{"fields":'.repeat(20_000)}`],
  [
    "many levels",
    `{"version":"v1","fields":{"spec":{"fields":{"free":{"had":${"[".repeat(5_000)}${
      "]".repeat(5_000)
    }}}}}}`,
  ],
];

function leaf(has: unknown): JsonObject {
  return { has };
}

function kept(fields: JsonObject, version = "v1"): string {
  return JSON.stringify({ version, fields: { spec: { fields } } });
}

Deno.test("convertObject() believes its annotation no more than the schema does", () => {
  const rules = [{ name: "x", days: 1 }];
  const old = convertObject(Bucket, bucket({ ...spec, rules }), "v1beta1");
  for (const [name, text] of hostile) {
    const metadata = { ...old.metadata, annotations: { [KEPT]: text, other: "stays" } };
    const now = convertObject(Bucket, { ...old, metadata }, "v1");
    assertEquals(now.spec, { ...spec, rules }, name);
    assertEquals(now.status, undefined, name);
    assertEquals(now.metadata, { ...old.metadata, annotations: { other: "stays" } }, name);
  }
});

Deno.test("convertObject() gives nothing bad back to an object that up() has made bad already", () => {
  const metadata = {
    name: "a",
    annotations: { [KEPT]: kept({ owner: leaf("Not A Name"), region: { had: "eu" } }) },
  };
  const old = { ...bucket({ region: "eu", size: "0Gi" }, {}, "v1beta1"), metadata };
  assertEquals(convertObject(Bucket, old, "v1").spec, { ...spec, size: 0 });
});

Deno.test("convertObject() leaves what up() makes of a change, even where down() does not show it", () => {
  const versions = {
    v1: { spec: Type.Object({ size: Type.Integer(), tier: Type.String() }) },
    v1beta1: { spec: Type.Object({ size: Type.Integer() }) },
  };
  const group = "example.com";
  const Disk = defineVersionedResource({ group, kind: "Bucket", storage: "v1", versions }).convert({
    v1beta1: {
      up: ({ spec: { size } }) => ({ spec: { size, tier: size > 100 ? "cold" : "hot" } }),
      down: ({ spec: { size } }) => ({ spec: { size } }),
    },
  });
  const old = convertObject(Disk, bucket({ size: 5, tier: "warm" }), "v1beta1");
  assertEquals(convertObject(Disk, { ...old, spec: { size: 6 } }, "v1").spec.tier, "warm");
  assertEquals(convertObject(Disk, { ...old, spec: { size: 600 } }, "v1").spec.tier, "cold");
});

Deno.test("convertObject() lets labels and annotations change, and nothing else of metadata", () => {
  const object = bucket({ size: 1, label: "l" }, {}, "v1alpha1");
  const now = convertObject(Bucket, object, "v1");
  assertEquals(now.metadata, { ...object.metadata as JsonObject, labels: { label: "l" } });
  const back = convertObject(Bucket, now, "v1alpha1");
  assertEquals(back.spec, { size: 1, label: "l" });
  assertEquals(Object.keys(back.metadata!.labels ?? {}), []);
});

type Way = (object: { metadata: unknown; spec: unknown }) => unknown;

const broken: readonly [up: Way, error: string][] = [
  [() => {
    throw new Error("no such size");
  }, "up() of v1beta1 failed: no such size"],
  [() => undefined, "up() of v1beta1 returned no object"],
  [() => Promise.resolve({ spec: {} }), "a Promise is no JSON"],
  [() => ({ spec: { size: NaN } }), "spec.size: NaN is no JSON"],
  [() => ({ spec: { size: new Date() } }), "spec.size: a Date is no JSON"],
  [() => ({}), "returned no spec"],
  [() => ({ spec: 1 }), "returned no spec"],
  [() => ({ spec: {}, data: {} }), "returned data: only metadata, spec and status can be"],
  [() => ({ spec: {}, metadata: { name: "b" } }), "with name: only labels and annotations"],
  [() => ({ spec: {}, metadata: { labels: { a: 1 } } }), "whose labels are no texts"],
  [() => {
    const spec: JsonObject = {};
    spec.spec = spec;
    return { spec };
  }, "more than 500 levels"],
];

Deno.test("convertObject() names the object that can't be converted, and why", () => {
  for (const [up, error] of broken) {
    const Broken = Unconverted.convert({
      v1beta1: { up: up as never, down: () => ({ spec: { region: "", size: "" } }) },
      v1alpha1: {
        up: () => ({ spec: { region: "eu", size: 1 } }),
        down: () => ({ spec: { size: 1 } }),
      },
    });
    const object = bucket({ region: "eu", size: "1Gi" }, {}, "v1beta1");
    const thrown = assertThrows(() => convertObject(Broken, object, "v1"));
    assert(thrown instanceof ConversionError, String(thrown.stack));
    assert(thrown.message.startsWith("convert Bucket b/a to v1: "), thrown.message);
    assert(thrown.message.includes(error), thrown.message);
  }
  const others: readonly [JsonObject, string, string][] = [
    [bucket({}), "v3", "there is no version v3: there are v1, v1beta1, v1alpha1"],
    [bucket({}, {}, "v3"), "v1", "there is no version v3"],
    [
      bucket({}, { kind: "Pod" }),
      "v1beta1",
      "it is a Pod of example.com/v1, not one of example.com",
    ],
    [bucket({}, { apiVersion: "v1" }), "v1beta1", "it is a Bucket of v1"],
    [
      bucket({}, { apiVersion: undefined, metadata: null }),
      "v1",
      "convert Bucket without name to v1: it is",
    ],
  ];
  for (const [object, to, error] of others) {
    const thrown = assertThrows(() => convertObject(Bucket, object, to));
    assert(thrown instanceof ConversionError, String(thrown.stack));
    assert(thrown.message.includes(error), thrown.message);
  }
});

Deno.test("convertObject() refuses to lose what does not fit into annotations", () => {
  const large = bucket({ ...spec, tags: ["a".repeat(300_000)] });
  const thrown = assertThrows(() => convertObject(Bucket, large, "v1beta1"));
  assert(thrown.message.includes("262144 bytes in all: read it in version v1"), thrown.message);
});

Deno.test("convertObject() changes the name of the version alone where versions are alike", () => {
  const Alike = defineVersionedResource({
    group: "example.com",
    kind: "Bucket",
    storage: "v1",
    versions: { v1: { spec: Type.Preserve() }, v2: { spec: Type.Preserve() } },
  });
  const object = bucket({ a: 1 }, { status: { x: 1 } });
  assertEquals(convertObject(Alike, object, "v2"), { ...object, apiVersion: "example.com/v2" });
});

/** As a server reads what somebody wrote. */
function overTheWire(object: JsonObject): JsonObject {
  return decodeUntypedJson(encodeUntypedJson(object)) as JsonObject;
}

const texts = fc.constantFrom("", "a", "b");
const stored = fc.record({
  region: fc.constantFrom("eu", "us", "ap"),
  size: fc.integer({ min: 1, max: 99 }),
  retain: fc.boolean(),
  owner: fc.constantFrom("me", "you"),
  tags: fc.array(texts, { maxLength: 3 }),
  inner: fc.record({ a: texts, b: texts }, { requiredKeys: ["a"], noNullPrototype: true }),
  free: fc.dictionary(texts, fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
  rules: fc.uniqueArray(
    fc.record({ name: fc.string({ maxLength: 2 }), days: fc.nat(9), note: texts }, {
      requiredKeys: ["name", "days"],
      noNullPrototype: true,
    }),
    { selector: ({ name }) => name, maxLength: 4 },
  ),
}, { requiredKeys: ["region", "size", "retain"], noNullPrototype: true });

Deno.test("what goes through other versions and is not changed there comes back as it was", () => {
  fc.assert(
    fc.property(stored, fc.constantFrom("v1beta1", "v1alpha1"), (spec, version) => {
      const object = overTheWire(bucket(spec));
      const old = overTheWire(convertObject(Bucket, object, version) as JsonObject);
      assertEquals(convertObject(Bucket, old, "v1"), object);
    }),
    { numRuns: runs(300), seed: SEED },
  );
});

Deno.test("a client's change of an old version arrives, whatever is given back besides", () => {
  fc.assert(
    fc.property(stored, stored, (before, wanted) => {
      // What up() takes for something else is not what was written in either case.
      fc.pre(wanted.region !== "ap");
      const old = convertObject(Bucket, bucket(before), "v1beta1");
      const { spec } = convertObject(Bucket, bucket(wanted), "v1beta1");
      // As seen in the old version, it is what the client wrote.
      const now = convertObject(Bucket, { ...old, spec }, "v1");
      assertEquals(convertObject(Bucket, now, "v1beta1").spec, spec);
    }),
    { numRuns: runs(300), seed: SEED },
  );
});

const Shapes = defineVersionedResource({
  group: "example.com",
  kind: "Shape",
  storage: "v1",
  versions: {
    v1: {
      spec: Type.Object({
        a: Type.Optional(Type.Integer()),
        in: Type.Optional(Type.Object({ b: Type.Integer(), c: Type.Optional(Type.Preserve()) })),
        mode: Type.Optional(Type.String()),
      }),
    },
    v1beta1: {
      spec: Type.Object({
        x: Type.Optional(Type.Object({ a: Type.Integer() })),
        b: Type.Optional(Type.Integer()),
        c: Type.Optional(Type.Preserve()),
        gone: Type.Optional(Type.String()),
      }),
    },
  },
}).convert({
  v1beta1: declareConversion({
    up: [
      { remove: ".spec.gone" },
      { move: { from: ".spec.x.a", to: ".spec.a" } },
      { move: { from: ".spec.b", to: ".spec.in.b" } },
      { move: { from: ".spec.c", to: ".spec.in.c" } },
      { default: { path: ".spec.mode", value: "old" } },
    ],
    down: [
      { remove: ".spec.mode" },
      { move: { from: ".spec.a", to: ".spec.x.a" } },
      { move: { from: ".spec.in.b", to: ".spec.b" } },
      { move: { from: ".spec.in.c", to: ".spec.c" } },
    ],
  }),
});

Deno.test("rules convert here as they do on servers, whatever they are applied to", () => {
  const annotation = "apiextensions.k8s.io/conversion";
  const text = Shapes.definition().metadata!.annotations![annotation]!;
  const { conversion, problems } = DeclaredConversion.read(text, ["v1", "v1beta1"]);
  assertEquals(problems, []);
  const there = declaredConverter("example.com", conversion!);
  const names = ["a", "b", "c", "x", "in", "mode", "gone", "other"];
  const { fields } = fc.letrec<{ fields: JsonObject }>((tie) => ({
    fields: fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof({ maxDepth: 3 }, fc.constantFrom<unknown>(1, "a", null, [], {}), tie("fields")),
      { noNullPrototype: true, maxKeys: 4 },
    ),
  }));
  fc.assert(
    fc.property(
      fields,
      fc.constantFrom(["v1", "v1beta1"], ["v1beta1", "v1"]),
      (spec, [from, to]) => {
        const object = {
          apiVersion: `example.com/${from}`,
          kind: "Shape",
          metadata: { name: "a", annotations: { [KEPT]: "stays" } },
          // Nothing in it is there twice.
          spec: JSON.parse(JSON.stringify(spec)),
          status: { conditions: [], a: 1 },
        };
        const expected = there.convertOne!(object, `example.com/${to}`);
        // Without a spec no object is one.
        if (expected.spec === undefined) return;
        assertEquals(convertObject(Shapes, object, to!) as JsonObject, expected);
      },
    ),
    { numRuns: runs(500), seed: SEED },
  );
});
