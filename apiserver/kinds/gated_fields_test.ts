import { assertEquals } from "../../toolkit/deps/assert.ts";
import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { DEFAULT_FEATURES, type Feature } from "../flags/features.ts";
import { droppingOf, type GatedField } from "./gated_fields.ts";

const FEATURE: Feature = "CrossNamespaceVolumeDataSource";
const at = (path: string, more: Partial<GatedField> = {}): GatedField[] => [
  { feature: FEATURE, paths: [path], ...more },
];
const EACH = at("spec.all[].one.two");

type Row = readonly [name: string, GatedField[], now: object, old: object | undefined, out: object];

const ROWS: readonly Row[] = [
  ["a field", at("a.b"), { a: { b: 1, c: 2 } }, undefined, { a: { c: 2 } }],
  ["a field of null", at("a.b"), { a: { b: null } }, undefined, { a: { b: null } }],
  ["nothing where nothing is", EACH, { spec: { all: [{ one: null }, {}] } }, undefined, {
    spec: { all: [{ one: null }, {}] },
  }],
  [
    "the field of each item",
    EACH,
    { spec: { all: [{ one: { two: 1 } }, { x: 1 }, { one: { two: 2, three: 3 } }] } },
    {},
    { spec: { all: [{ one: {} }, { x: 1 }, { one: { three: 3 } }] } },
  ],
  [
    "nothing that any item had before",
    EACH,
    { spec: { all: [{ one: { two: 1 } }, { one: { two: 2 } }] } },
    { spec: { all: [{ one: { two: 3 } }] } },
    { spec: { all: [{ one: { two: 1 } }, { one: { two: 2 } }] } },
  ],
  [
    "what is empty without it",
    at("a[].b.c", { leavesNothing: true }),
    { a: [{ b: { c: 1 } }, { b: { c: 1, d: 2 } }] },
    undefined,
    { a: [{}, { b: { d: 2 } }] },
  ],
  [
    "nothing that stood elsewhere before",
    at("a", { paths: ["a[].x", "b[].x"] }),
    { b: [{ x: 1 }] },
    { a: [{ x: 1 }] },
    { b: [{ x: 1 }] },
  ],
  [
    "what stands in several places",
    at("a", { paths: ["a[].x", "b[].x"] }),
    { a: [{ x: 1, y: 1 }], b: [{ x: 1 }] },
    { a: [{ y: 1 }] },
    { a: [{ y: 1 }], b: [{}] },
  ],
  ["some values only", at("a", { holds: (value) => value === 2 }), { a: 1 }, undefined, { a: 1 }],
  ["such a value", at("a", { holds: (value) => value === 2 }), { a: 2 }, {}, {}],
  ["no such value where there was another", at("a", { holds: (value) => value === 2 }), { a: 2 }, {
    a: 1,
  }, { a: 2 }],
];

for (const [name, fields, now, old, out] of ROWS) {
  Deno.test(`droppingOf() drops ${name}`, () => {
    const object = structuredClone(now) as JsonObject;
    droppingOf(fields, DEFAULT_FEATURES)?.(object, old as JsonObject | undefined);
    assertEquals(object, out as JsonObject);
  });
}

Deno.test("droppingOf() drops nothing of a feature that is on", () => {
  assertEquals(droppingOf(EACH, new Set([FEATURE])), undefined);
  assertEquals(droppingOf(undefined, DEFAULT_FEATURES), undefined);
});
