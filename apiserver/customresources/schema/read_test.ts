// What is dropped from objects, and what is filled in.
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals, assertThrows } from "../../../toolkit/deps/assert.ts";
import { Structural } from "./structural.ts";

const text = { type: "string" };
const preserving = { "x-kubernetes-preserve-unknown-fields": true };
const embedded = { type: "object", "x-kubernetes-embedded-resource": true };

/** A schema of the field `a`, what it holds, what is left of that, and what was dropped. */
type Row = readonly [
  name: string,
  schema: JsonObject,
  value: unknown,
  left: unknown,
  dropped: readonly string[],
];

const PRUNED: readonly Row[] = [
  [
    "fields that nobody knows",
    { type: "object", properties: { b: text } },
    { b: "x", c: 1, d: { e: 1 } },
    { b: "x" },
    ["a.c", "a.d"],
  ],
  [
    "fields of elements",
    { type: "array", items: { type: "object", properties: { b: text } } },
    [{ b: "x" }, { c: 1 }],
    [{ b: "x" }, {}],
    ["a[1].c"],
  ],
  [
    "fields of what maps hold",
    { type: "object", additionalProperties: { type: "object", properties: { b: text } } },
    { x: { c: 1, b: "y" } },
    { x: { b: "y" } },
    ["a.x.c"],
  ],
  [
    "fields of what may be anything in a map",
    { type: "object", additionalProperties: true },
    {
      x: { c: 1 },
      y: 2,
    },
    { x: {}, y: 2 },
    ["a.x.c"],
  ],
  ["nothing where unknown fields stay", { type: "object", ...preserving }, { b: { c: [1] } }, {
    b: { c: [1] },
  }, []],
  [
    "fields of known fields among unknown ones",
    { type: "object", ...preserving, properties: { b: { type: "object", properties: {} } } },
    { b: { c: 1 }, d: { e: 1 } },
    { b: {}, d: { e: 1 } },
    ["a.b.c"],
  ],
  ["fields of what is no object", text, { b: 1 }, {}, ["a.b"]],
  [
    "types of what is no object of the API",
    { type: "object", properties: {} },
    { apiVersion: "v1", kind: "K", metadata: {} },
    {},
    ["a.apiVersion", "a.kind", "a.metadata"],
  ],
  [
    "nulls that may not be",
    { type: "object", properties: { b: text, c: { ...text, nullable: true } } },
    { b: null, c: null },
    { c: null },
    [],
  ],
  [
    "nothing of types and metadata of embedded objects",
    { ...embedded, properties: { b: text } },
    { apiVersion: "v1", kind: "K", metadata: { name: "x" }, c: 1 },
    { apiVersion: "v1", kind: "K", metadata: { name: "x" } },
    ["a.c"],
  ],
  [
    "fields that metadata doesn't have",
    { ...embedded, ...preserving },
    { apiVersion: "v1", kind: "K", metadata: { name: "x", foo: 1, creationTimestamp: null } },
    { apiVersion: "v1", kind: "K", metadata: { name: "x" } },
    ["a.metadata.foo"],
  ],
];

const whole = (value: unknown): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "A",
  metadata: { name: "x" },
  a: value,
});

const structural = (schema: JsonObject) =>
  new Structural({ type: "object", properties: { a: schema } });

for (const [name, schema, value, left, dropped] of PRUNED) {
  Deno.test(`prune() drops ${name}`, () => {
    const object = whole(structuredClone(value));
    const problems: string[] = [];
    structural(schema).prune(object, problems);
    assertEquals(object, whole(left));
    assertEquals(problems, dropped.map((place) => `unknown field "${place}"`));
  });
}

Deno.test("prune() takes __proto__ for a field like others", () => {
  const object = whole(JSON.parse('{"__proto__": {"b": 1}}'));
  structural({ type: "object", properties: {} }).prune(object);
  assertEquals(object, whole({}));
});

Deno.test("prune() refuses metadata that can't be read, or drops what of it is wrong", () => {
  const schema = structural({ ...embedded, ...preserving });
  const made = () => whole({ apiVersion: 1, metadata: { name: "x", labels: 5 } });
  assertThrows(() => schema.prune(made()), /a\.apiVersion: Invalid value: 1: must be a string/);
  const stored = made();
  schema.prune(stored, undefined, { dropInvalid: true });
  assertEquals(stored, whole({ metadata: { name: "x" } }));
});

/** A schema of the field `a`, what it holds, and what it holds with defaults; undefined: nothing. */
const FILLED: readonly (readonly [string, JsonObject, unknown, unknown])[] = [
  ["a field that is not there", { ...text, default: "d" }, undefined, "d"],
  ["no field that is there", { ...text, default: "d" }, "", ""],
  ["a null that may not be", { ...text, default: "d" }, null, "d"],
  ["no null that may be", { ...text, default: "d", nullable: true }, null, null],
  ["no null without a default", text, null, null],
  [
    "fields of defaults",
    { type: "object", default: {}, properties: { b: { ...text, default: "d" } } },
    undefined,
    { b: "d" },
  ],
  [
    "fields of elements",
    { type: "array", items: { type: "object", properties: { b: { ...text, default: "d" } } } },
    [{}, { b: "x" }],
    [{ b: "d" }, { b: "x" }],
  ],
  ["nulls among elements", { type: "array", items: { ...text, default: "d" } }, [null, "x"], [
    "d",
    "x",
  ]],
  [
    "nulls in maps",
    { type: "object", additionalProperties: { ...text, default: "d" } },
    { x: null, y: "z" },
    { x: "d", y: "z" },
  ],
  [
    "nulls in maps, with no more than somebody knows",
    {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { b: text },
        default: { b: "d", unknown: 1 },
      },
    },
    { x: null },
    { x: { b: "d" } },
  ],
  [
    "fields of maps' values, with no more than somebody knows",
    {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: { b: { type: "object", default: { unknown: 1 } } },
      },
    },
    { x: {} },
    { x: { b: {} } },
  ],
  [
    "metadata of an embedded object, but what metadata doesn't have",
    {
      ...embedded,
      properties: {
        metadata: {
          type: "object",
          properties: { name: { ...text, default: "n" }, other: { ...text, default: "o" } },
        },
      },
    },
    { metadata: {} },
    { metadata: { name: "n" } },
  ],
  [
    "the metadata of an embedded object whole",
    {
      ...embedded,
      properties: { metadata: { type: "object", default: { name: "n", other: "o", labels: 5 } } },
    },
    {},
    { metadata: { name: "n" } },
  ],
  [
    "an embedded object in a default",
    {
      type: "object",
      properties: { b: { ...embedded, ...preserving } },
      default: { b: { kind: "K", metadata: { name: "n", other: "o" } } },
    },
    undefined,
    { b: { kind: "K", metadata: { name: "n" } } },
  ],
];

for (const [name, schema, value, filled] of FILLED) {
  Deno.test(`applyDefaults() fills in ${name}`, () => {
    const object: JsonObject = value === undefined ? {} : { a: structuredClone(value) };
    structural(schema).applyDefaults(object);
    assertEquals(object, filled === undefined ? {} : { a: filled });
  });
}

Deno.test("applyDefaults() gives each object a default of its own", () => {
  const schema = structural({ type: "object", default: { b: [] }, ...preserving });
  const [one, other]: [JsonObject, JsonObject] = [{}, {}];
  schema.applyDefaults(one);
  schema.applyDefaults(other);
  (one.a as { b: number[] }).b.push(1);
  assertEquals(other, { a: { b: [] } });
});
