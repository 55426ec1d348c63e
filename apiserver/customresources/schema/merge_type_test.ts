import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { ATOMIC, mergeFormOf, type MergeType, UNTYPED } from "../../fieldmanager/merge_type.ts";
import { mergeTypeOfStructural } from "./merge_type.ts";
import { Structural } from "./structural.ts";

const text = { type: "string" };

const typeOf = (schema: JsonObject): MergeType => mergeTypeOfStructural(new Structural(schema));
const field = (schema: JsonObject): MergeType => {
  const found = typeOf({ type: "object", properties: { a: schema } }).map?.fields.get("a")?.type;
  assert(found !== undefined);
  return found;
};

Deno.test("a whole object has type, metadata and what its schema knows", () => {
  const { map } = typeOf({ type: "object", properties: { a: { ...text, default: "d" } } });
  assertEquals([...map?.fields.keys() ?? []].sort(), ["a", "apiVersion", "kind", "metadata"]);
  assertEquals(map?.rest, undefined);
  assertEquals(map?.fields.get("a")?.default, "d");
  const references = map?.fields.get("metadata")?.type.map?.fields.get("ownerReferences");
  assertEquals(references?.type.list?.keys, ["uid"]);
});

/** Schemas of a field, and how its values merge. */
const SCALARS: readonly (readonly [string, JsonObject, string | undefined])[] = [
  ["a text", text, "string"],
  ["bytes", { ...text, format: "byte" }, "string"],
  ["a text with more than one spelling", { ...text, format: "date-time" }, "any"],
  ["an integer", { type: "integer" }, "number"],
  ["a number", { type: "number" }, "number"],
  ["a truth", { type: "boolean" }, "boolean"],
  ["a number or a text", { "x-kubernetes-int-or-string": true }, "any"],
  ["an object", { type: "object" }, undefined],
];

for (const [name, schema, form] of SCALARS) {
  Deno.test(`${name} merges as ${form ?? "no scalar"}`, () => {
    assertEquals(field(schema).scalar, form);
  });
}

Deno.test("lists merge as their type says", () => {
  const list = (more: JsonObject, items: JsonObject = text) =>
    field({ type: "array", items, ...more }).list;
  assertEquals(list({})?.atomic, true);
  assertEquals(list({ "x-kubernetes-list-type": "atomic" })?.atomic, true);
  assertEquals(list({ "x-orch-list-type": "set" })?.atomic, false);
  assertEquals(list({ "x-orch-list-type": "set" })?.keys, []);
  const keyed = list({
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["k"],
  }, { type: "object", properties: { k: { ...text, default: "d" } } });
  assertEquals(keyed?.atomic, false);
  assertEquals(keyed?.keys, ["k"]);
  assertEquals(keyed?.element.map?.fields.get("k")?.default, "d");
});

Deno.test("objects merge as their type says", () => {
  const map = (more: JsonObject) => field({ type: "object", ...more }).map;
  assertEquals(map({})?.rest, UNTYPED);
  assertEquals(map({ properties: { b: text } })?.rest, undefined);
  assertEquals(map({ additionalProperties: text })?.rest?.scalar, "string");
  assertEquals(map({ additionalProperties: true })?.rest, UNTYPED);
  assertEquals(map({ additionalProperties: false })?.rest, undefined);
  assertEquals(map({ "x-kubernetes-map-type": "atomic" })?.atomic, true);
  assertEquals(map({ "x-kubernetes-map-type": "granular" })?.atomic, false);
});

Deno.test("unknown fields that stay merge one by one, here and below", () => {
  const map = field({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { b: { type: "object", properties: { c: text } } },
  }).map;
  assertEquals(map?.rest, UNTYPED);
  assertEquals(map?.fields.get("b")?.type.map?.rest, UNTYPED);
});

Deno.test("embedded objects have metadata, and values of no type any form", () => {
  const embedded = field({
    type: "object",
    "x-kubernetes-embedded-resource": true,
    properties: { spec: text },
  });
  assertEquals([...embedded.map?.fields.keys() ?? []].sort(), [
    "apiVersion",
    "kind",
    "metadata",
    "spec",
  ]);
  const free = field({ "x-kubernetes-preserve-unknown-fields": true });
  assertEquals(["a", [1], { b: 1 }].map((value) => mergeFormOf(free, value)), [
    "scalar",
    "list",
    "map",
  ]);
  assertEquals(free.list?.element, ATOMIC);
});
