import { assertEquals } from "../../toolkit/deps/assert.ts";
import { readable } from "./readable.ts";

type Json = Record<string, unknown>;

const ref = { $ref: "#/definitions/A" };
const text = { type: "string" };
const KIND = { "x-kubernetes-group-version-kind": [{ group: "g", version: "v1", kind: "A" }] };

/** What stock clients read, and is left as it is. */
const READ: readonly unknown[] = [
  {},
  // Who reads it next refuses it.
  1,
  { type: "object", properties: 1, additionalProperties: "x", allOf: 2 },
  text,
  { type: "integer", format: "int32", minimum: 1, enum: [1, 2], default: 1, description: "d" },
  { type: "object", required: ["a"], properties: { a: text, b: ref }, ...KIND },
  { properties: { a: text } },
  { type: "object", additionalProperties: { type: "array", items: ref } },
  { type: "object", additionalProperties: true },
  { type: "array", items: { type: "array", items: {} }, "x-kubernetes-list-type": "atomic" },
  { ...ref, description: "d", ...KIND },
  { allOf: [ref, { properties: { a: text } }] },
  { type: "object", properties: { type: text, items: text, $ref: text } },
];

for (const schema of READ) {
  Deno.test(`readable() leaves ${JSON.stringify(schema).slice(0, 60)} as it is`, () => {
    assertEquals<unknown>(readable(schema), schema);
  });
}

/** What they refuse, and what is left of it. */
const REFUSED: readonly (readonly [name: string, schema: unknown, left: Json])[] = [
  ["a list of anything", { type: "array", description: "d" }, { description: "d" }],
  ["a list of several", { type: "array", items: [text, text], maxItems: 2 }, { maxItems: 2 }],
  ["a list of one in a list", { type: "array", items: [text] }, { type: "array", items: text }],
  ["a type that is no type here", { type: "null", default: null }, { default: null }],
  ["several types", { type: ["string", "null"], maxLength: 3 }, { maxLength: 3 }],
  ["several types with fields", { type: ["object", "null"], properties: { a: text } }, {}],
  ["one type in a list", { type: ["string"] }, text],
  ["a type of no text", { type: 1 }, {}],
  ["a reference with a type", { ...ref, type: "object", description: "d" }, {
    ...ref,
    description: "d",
  }],
  ["a reference with fields", { ...ref, properties: { a: text } }, ref],
  ["fields of a list", { type: "array", items: text, properties: { a: text } }, {
    type: "array",
    items: text,
  }],
  [
    "what is deep within",
    { properties: { a: { additionalProperties: { type: "array", items: { type: "file" } } } } },
    { properties: { a: { additionalProperties: { type: "array", items: {} } } } },
  ],
];

for (const [name, schema, left] of REFUSED) {
  Deno.test(`readable() takes out ${name}`, () => assertEquals<unknown>(readable(schema), left));
}
