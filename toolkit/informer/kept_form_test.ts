import type { StoredObject } from "../cache/mod.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import fc from "../deps/fast_check.ts";
import { KeptForm } from "./kept_form.ts";

const IDENTITY = { key: "team-1/web", uid: "uid-1", revision: "7" };
const METADATA = { name: "web", namespace: "team-1", uid: "uid-1", resourceVersion: "7" };

class Written {
  readonly metadata = METADATA;

  toJSON(): object {
    return { a: 1 };
  }
}

function stored(form: KeptForm, object: object, identity = IDENTITY): StoredObject {
  return { ...identity, ...form.encode(object, identity) };
}

/** What is read again, and what is read of JSON. */
function both(object: object, form = new KeptForm(), identity = IDENTITY): [unknown, unknown] {
  const kept = stored(form, object, identity);
  return [
    form.decode(kept) ?? decodeUntypedJson(kept.bytes),
    decodeUntypedJson(encodeUntypedJson(object)),
  ];
}

for (
  const [name, object] of [
    ["nothing but who it is", { metadata: METADATA }],
    ["labels and owners", {
      node: "n",
      metadata: { ...METADATA, labels: { a: "b" }, ownerReferences: [{ uid: "u" }] },
    }],
    ["fields that are undefined, null and false", {
      a: undefined,
      b: null,
      c: false,
      metadata: { ...METADATA, labels: undefined, annotations: null },
    }],
    ["another name than the cache knows", { metadata: { ...METADATA, name: "x", uid: 7 } }],
    ["no namespace", { metadata: { name: "web" } }],
    ["metadata within the metadata", { metadata: { ...METADATA, metadata: { name: "web" } } }],
    ["names of methods and of positions", {
      toString: "a",
      constructor: { b: 1 },
      "0": [1],
      metadata: { ...METADATA, hasOwnProperty: "c", "1": 1 },
    }],
    ["a `__proto__` of its own", JSON.parse('{"__proto__":{"a":1},"metadata":{"__proto__":{}}}')],
    ["numbers that JSON can't round", { n: 2n ** 60n, metadata: METADATA }],
    ["a time", { at: new Date(0), metadata: { ...METADATA, creationTimestamp: new Date(0) } }],
    ["its own way to be written", new Written()],
    ["a type that is none", { kind: { a: 1 }, apiVersion: 7, metadata: METADATA }],
    ["letters of all kinds", { "\u2028<": "\u{1f600}", metadata: { ...METADATA, "é": "\ud83d" } }],
    [
      "more parts than are shared",
      {
        ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, [at]])),
        metadata: METADATA,
      },
    ],
  ] as readonly [string, object][]
) {
  Deno.test(`KeptForm reads what JSON would when an object has ${name}`, () => {
    const [is, expected] = both(object);
    assertEquals(is, expected);
    assertEquals(Object.keys(is as object).sort(), Object.keys(expected as object).sort());
  });
}

Deno.test("KeptForm reads what JSON would, whatever objects come one after the other", () => {
  const form = new KeptForm();
  const metadata = fc.oneof(fc.constant(METADATA), fc.dictionary(fc.string(), fc.jsonValue()));
  const object = fc.record({ rest: fc.dictionary(fc.string(), fc.jsonValue()), metadata })
    .map(({ rest, metadata }) => ({ ...rest, metadata }));
  fc.assert(fc.property(fc.array(object, { minLength: 1, maxLength: 4 }), (objects) => {
    for (const each of objects) {
      const [is, expected] = both(each, form);
      assertEquals(is, expected);
    }
  }));
});

Deno.test("KeptForm tells shapes apart that begin alike, or differ in their types alone", () => {
  const form = new KeptForm();
  for (
    const object of [
      { metadata: METADATA, kind: "Pod", node: "a" },
      { metadata: METADATA, kind: "Pod" },
      { metadata: METADATA, kind: "Node" },
      { metadata: METADATA },
      { metadata: METADATA, kind: "Pod", node: "b" },
    ]
  ) {
    const [is, expected] = both(object, form);
    assertEquals(is, expected);
  }
});

Deno.test("KeptForm gives each reader a copy of its own", () => {
  const form = new KeptForm();
  const kept = stored(form, { metadata: { ...METADATA, labels: { a: "b" } } });
  const read = () => form.decode(kept) as { metadata: { labels: Record<string, string> } };
  read().metadata.labels.a = "c";
  assertEquals(read().metadata.labels, { a: "b" });
});

Deno.test("KeptForm keeps what objects have alike in the same bytes, and what the cache knows nowhere", () => {
  const form = new KeptForm();
  const labels = { app: "web", "pod-template-hash": "7d4b9c6f5d" };
  const [one, other] = ["a", "b"].map((name) =>
    stored(form, {
      node: `node-${name}`,
      kind: "Pod",
      metadata: { ...METADATA, name, namespace: "n", labels },
    }, { ...IDENTITY, key: `n/${name}` })
  );
  assertEquals(one!.shared, other!.shared);
  assertEquals(new TextDecoder().decode(one!.bytes), '["node-a"]');
});

Deno.test("KeptForm refuses what is no JSON", () => {
  const form = new KeptForm();
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  for (const value of [() => 1, NaN, loop, Symbol("a"), { a: () => 1 }]) {
    assertThrows(() => form.encode({ value, metadata: METADATA }, IDENTITY));
  }
  // What was refused has left nothing behind.
  const [is, expected] = both({ value: 1, metadata: METADATA }, form);
  assertEquals(is, expected);
  assert(form.decode({ ...IDENTITY, bytes: new Uint8Array() }) === undefined);
});
