import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import type { DescribeOptions } from "../../openapi/described.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { describeStructural } from "./open_api.ts";
import { Structural } from "./structural.ts";

const PRESERVE = "x-kubernetes-preserve-unknown-fields";
const EITHER = "x-kubernetes-int-or-string";
const TYPES = [{ type: "integer" }, { type: "string" }];

const text = { type: "string" };
const metadata = { $ref: "#/meta" };
const describe = (a: JsonObject, version: 2 | 3, more: Partial<DescribeOptions> = {}) => {
  const structural = new Structural({ type: "object", properties: { a } });
  const options = { version, metadata, extensionPrefix: "x-kubernetes-", ...more };
  const { properties } = runToEnd(describeStructural(structural, options)) as {
    properties: { a: JsonObject };
  };
  return properties.a;
};

/** A schema of a field, and how each version of OpenAPI shows it. */
const ROWS: readonly (readonly [string, JsonObject, three: JsonObject, two: JsonObject])[] = [
  ["words of values", { ...text, maxLength: 3, pattern: "a" }, {
    ...text,
    maxLength: 3,
    pattern: "a",
  }, {
    ...text,
    maxLength: 3,
    pattern: "a",
  }],
  ["defaults", { ...text, default: "d" }, { ...text, default: "d" }, text],
  ["a default of no text", { ...text, default: "" }, { ...text, default: "" }, text],
  [
    "a default of false",
    { type: "boolean", default: false },
    { type: "boolean", default: false },
    { type: "boolean" },
  ],
  [
    "alternatives",
    { ...text, anyOf: [{ maxLength: 3 }], not: { maxLength: 1 } },
    { ...text, anyOf: [{ maxLength: 3 }], not: { maxLength: 1 } },
    text,
  ],
  ["null", { ...text, nullable: true }, { ...text, nullable: true }, {}],
  [
    "null beside unknown fields",
    { ...text, nullable: true, [PRESERVE]: true },
    { ...text, nullable: true, [PRESERVE]: true },
    { [PRESERVE]: true },
  ],
  ["a number or a text", { [EITHER]: true }, { [EITHER]: true, anyOf: TYPES }, { [EITHER]: true }],
  [
    "a number or a text of which it is said already",
    { [EITHER]: true, anyOf: TYPES },
    { [EITHER]: true, anyOf: TYPES },
    { [EITHER]: true },
  ],
  [
    "a number or a text of which it is said already, beside alternatives",
    { [EITHER]: true, allOf: [{ anyOf: TYPES }], anyOf: [{ minimum: 1 }, { pattern: "a" }] },
    { [EITHER]: true, allOf: [{ anyOf: TYPES }], anyOf: [{ minimum: 1 }, { pattern: "a" }] },
    { [EITHER]: true },
  ],
  [
    "a number or a text with alternatives",
    { [EITHER]: true, allOf: [{ maximum: 3 }], anyOf: [{ minimum: 1 }, { pattern: "a" }] },
    {
      [EITHER]: true,
      allOf: [{ anyOf: TYPES }, { maximum: 3 }],
      anyOf: [{ minimum: 1 }, { pattern: "a" }],
    },
    { [EITHER]: true },
  ],
  [
    "nothing of empty lists",
    { ...text, enum: [], anyOf: [], "x-kubernetes-validations": [] },
    text,
    text,
  ],
  [
    "an example of false",
    { type: "boolean", example: false },
    { type: "boolean", example: false },
    { type: "boolean", example: false },
  ],
  [
    "fields that must be there, unless they are null",
    {
      type: "object",
      required: ["b", "c"],
      properties: { b: { ...text, nullable: true }, c: text },
    },
    {
      type: "object",
      required: ["b", "c"],
      properties: { b: { ...text, nullable: true }, c: text },
    },
    { type: "object", required: ["c"], properties: { b: {}, c: text } },
  ],
  [
    "unknown fields that stay",
    { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { b: text } },
    { type: "object", properties: { b: text }, "x-kubernetes-preserve-unknown-fields": true },
    { "x-kubernetes-preserve-unknown-fields": true },
  ],
  [
    "lists",
    { type: "array", items: text, "x-kubernetes-list-type": "set" },
    { type: "array", items: text, "x-kubernetes-list-type": "set" },
    { type: "array", items: text, "x-kubernetes-list-type": "set" },
  ],
  [
    "maps",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: text },
  ],
];

for (const [name, schema, three, two] of ROWS) {
  Deno.test(`describeStructural() shows ${name}`, () => {
    assertEquals<unknown>(describe(schema, 3), three);
    assertEquals<unknown>(describe(schema, 2), two);
  });
}

Deno.test("describeStructural() spells extensions as it is told", () => {
  const schema = { "x-orch-int-or-string": true };
  assertEquals<unknown>(describe(schema, 3), { [EITHER]: true, anyOf: TYPES });
  const options = { extensionPrefix: "x-orch-" };
  assertEquals<unknown>(describe(schema, 3, options), {
    "x-orch-int-or-string": true,
    anyOf: TYPES,
  });
});

Deno.test("describeStructural() tells the metadata of embedded objects", () => {
  const shown = describe({
    type: "object",
    "x-kubernetes-embedded-resource": true,
    required: ["kind"],
    properties: { spec: text },
  }, 2) as { properties: JsonObject; required: string[] };
  assertEquals(shown.required, ["kind", "apiVersion"]);
  assertEquals(Object.keys(shown.properties), ["spec", "apiVersion", "kind", "metadata"]);
  assertEquals<unknown>(shown.properties.metadata, metadata);
});

Deno.test("describeStructural() tells old clients nothing of objects that may have any field", () => {
  const structural = new Structural({
    type: "object",
    "x-kubernetes-preserve-unknown-fields": true,
    properties: { a: text },
  });
  const options = { version: 2, metadata, extensionPrefix: "x-kubernetes-" } as const;
  assertEquals(runToEnd(describeStructural(structural, options)), undefined);
});

Deno.test("describeStructural() lets others in between the fields of a large schema", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 1_000 }, (_, index) => [`f${index}`, text] as const),
  );
  const structural = new Structural({ type: "object", properties });
  const options = { version: 3, metadata, extensionPrefix: "x-kubernetes-" } as const;
  for (const steps of [2_000, 1_000]) {
    const taken = [...describeStructural(structural, options)].length;
    assertEquals(taken >= steps, true, `${taken}: the tree is made once, and fields each time`);
  }
});
