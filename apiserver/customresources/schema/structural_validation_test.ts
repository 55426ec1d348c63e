import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { structuralOf } from "./structural.ts";
import { VIOLATIONS_LIMIT } from "./subschemas.ts";
import { validateStructural } from "./structural_validation.ts";

const text = { type: "string" };
const of = (a: JsonObject) => ({ type: "object", properties: { a } });

/** What a schema says, and the rules that it breaks. */
const ROWS: readonly (readonly [name: string, schema: JsonObject, ...texts: string[]])[] = [
  ["nothing wrong", of({ ...text, maxLength: 3, pattern: "^a" })],
  ["no type at the root", {}, ".type: Required value: must not be empty at the root"],
  [
    "another type at the root",
    text,
    '.type: Invalid value: "string": must be object at the root',
  ],
  [
    "no type of a field",
    of({}),
    ".properties[a].type: Required value: must not be empty for specified object fields",
  ],
  [
    "no type of elements",
    of({ type: "array", items: {} }),
    ".properties[a].items.type: Required value: must not be empty for specified array items",
  ],
  [
    "a list of nothing",
    of({ type: "array" }),
    ".properties[a].items: Required value: must be specified",
  ],
  [
    "any fields at the root",
    { type: "object", additionalProperties: text },
    ".additionalProperties: Forbidden: must not be used at the root",
  ],
  ["no type of what is a number or a text", of({ "x-kubernetes-int-or-string": true })],
  ["the same in the other dialect", of({ "x-orch-int-or-string": true })],
  [
    "a number or a text, as its rules say",
    of({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, text] }),
  ],
  [
    "the same among others",
    of({
      "x-kubernetes-int-or-string": true,
      allOf: [{ anyOf: [{ type: "integer" }, text] }, { maxLength: 3 }],
    }),
  ],
  [
    "types that are said in alternatives",
    of({ "x-kubernetes-int-or-string": true, anyOf: [text, { type: "integer" }] }),
    ".properties[a].anyOf[0].type: Forbidden: must be empty to be structural",
    ".properties[a].anyOf[1].type: Forbidden: must be empty to be structural",
  ],
  [
    "a number or a text that is an object too",
    of({
      "x-kubernetes-int-or-string": true,
      "x-kubernetes-preserve-unknown-fields": true,
    }),
    ".properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if " +
    "x-kubernetes-int-or-string is true",
  ],
  [
    "fields that only alternatives know",
    { type: "object", oneOf: [{ properties: { a: { maxLength: 2 } } }] },
    ".properties[a]: Required value: because it is defined in .oneOf[0].properties[a]",
  ],
  [
    "words that only the tree may say",
    {
      ...of(text),
      not: {
        properties: { a: { title: "t", description: "d", default: "x", nullable: true } },
        additionalProperties: true,
        "x-kubernetes-list-type": "set",
      },
    },
    ".not.additionalProperties: Forbidden: must be undefined to be structural",
    ".not.properties[a].default: Forbidden: must be undefined to be structural",
    ".not.properties[a].description: Forbidden: must be empty to be structural",
    ".not.properties[a].nullable: Forbidden: must be false to be structural",
    ".not.properties[a].title: Forbidden: must be empty to be structural",
    ".not.x-kubernetes-list-type: Forbidden: must be undefined to be structural",
  ],
  [
    "metadata of which more than names is said",
    { type: "object", properties: { metadata: { type: "object", maxProperties: 2 } } },
    ".properties[metadata]: Forbidden: must not specify anything other than name and " +
    "generateName, but metadata is implicitly specified",
  ],
  [
    "metadata of which names are said",
    { type: "object", properties: { metadata: { type: "object", properties: { name: text } } } },
  ],
  [
    "a kind that is no text",
    { type: "object", properties: { kind: { type: "integer" } } },
    '.properties[kind].type: Invalid value: "integer": must be string',
  ],
  [
    "an embedded object of nothing",
    of({ type: "object", "x-kubernetes-embedded-resource": true }),
    ".properties[a].properties: Required value: must not be empty if " +
    "x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
  ],
  [
    "an embedded text",
    of({ ...text, "x-kubernetes-embedded-resource": true, properties: { b: text } }),
    '.properties[a].type: Invalid value: "string": must be object if ' +
    "x-kubernetes-embedded-resource is true",
  ],
  [
    "references and other words",
    of({ ...text, $ref: "#/a", definitions: { b: text }, id: "x" }),
    ".properties[a].$ref: Forbidden: $ref is not supported",
    ".properties[a].definitions: Forbidden: definitions is not supported",
    ".properties[a].id: Forbidden: id is not supported",
  ],
  [
    "several schemas of elements",
    of({ type: "array", items: [text, text] }),
    ".properties[a].items: Forbidden: items must be a schema object and not an array",
  ],
  [
    "unknown fields that do not stay, before all that can't be looked at then",
    of({ type: "array", "x-kubernetes-preserve-unknown-fields": false }),
    ".properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or " +
    "undefined",
  ],
  [
    "unknown fields that are to stay, or not",
    of({ type: "object", "x-kubernetes-preserve-unknown-fields": false }),
    ".properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or " +
    "undefined",
  ],
];

for (const [name, schema, ...texts] of ROWS) {
  Deno.test(`validateStructural() tells of ${name}`, () => {
    assertEquals(runToEnd(validateStructural(schema)).map(String).sort(), [...texts].sort());
    assertEquals(structuralOf(schema).structural === undefined, texts.length > 0);
  });
}

Deno.test("validateStructural() tells of patterns that are none", () => {
  const [error] = runToEnd(validateStructural(of({ ...text, pattern: "(" }), FieldPath.of("s")));
  assert(
    String(error).startsWith(
      's.properties[a].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: ',
    ),
  );
});

Deno.test("validateStructural() tells of no more than anybody reads", () => {
  const properties = Object.fromEntries(
    Array.from({ length: 3 * VIOLATIONS_LIMIT }, (_, index) => [`f${index}`, {}]),
  );
  assertEquals(
    runToEnd(validateStructural({ type: "object", properties })).length,
    VIOLATIONS_LIMIT,
  );
});

Deno.test("structuralOf() reads deep schemas and wide ones", () => {
  let deep: JsonObject = text;
  for (let depth = 0; depth < 500; depth++) deep = of(deep);
  const { structural } = structuralOf(deep);
  assert(structural !== undefined);
  assertEquals(runToEnd(structural.validate({ a: { a: 1 } })).length, 1);
  const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, text]));
  assertEquals(structuralOf({ type: "object", properties: wide }).violations, undefined);
});

Deno.test("structuralOf() reads a schema once", () => {
  const schema = of(text);
  const first = structuralOf(schema);
  assert(first.structural !== undefined);
  assert(first === structuralOf(schema));
});
