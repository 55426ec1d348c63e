import { assert, assertEquals, assertThrows } from "../deps/assert.ts";
import { TypeBox as T } from "../deps/typebox.ts";
import { structuralOf } from "./structural.ts";
import { Type } from "./type.ts";

const X = "x-kubernetes-";

/** A type that holds itself. */
function endless(): Record<string, unknown> {
  const type: Record<string, unknown> = { type: "object" };
  type.properties = { again: type };
  return type;
}

/** Each type twice in the one around it. */
function doubled(levels: number): unknown {
  let type: unknown = { type: "string" };
  for (let level = 0; level < levels; level++) {
    type = { type: "object", properties: { a: type, b: type } };
  }
  return type;
}

const union: Record<string, unknown> = {};
union.anyOf = [union, union];
const list: unknown[] = [];
list.push(list);

const converted: readonly [name: string, type: unknown, schema: unknown][] = [
  ["a union of literals", T.Union([T.Literal("a"), T.Literal("b")]), {
    type: "string",
    enum: ["a", "b"],
  }],
  ["a literal", T.Literal(3), { type: "number", enum: [3] }],
  ["an enumeration", T.Enum(["a", "b", "a"]), { type: "string", enum: ["a", "b"] }],
  ["what may be null", T.Union([T.String({ minLength: 1 }), T.Null()]), {
    type: "string",
    nullable: true,
    minLength: 1,
  }],
  ["number or text", T.Union([T.String(), T.Integer()]), {
    anyOf: [{ type: "integer" }, { type: "string" }],
    [`${X}int-or-string`]: true,
  }],
  ["a record", T.Record(T.String(), T.Number({ exclusiveMinimum: 3 })), {
    type: "object",
    additionalProperties: { type: "number", minimum: 3, exclusiveMinimum: true },
  }],
  [
    "an object",
    T.Object({ a: T.Optional(T.String()), b: T.String({ default: "x" }), c: T.Boolean() }, {
      additionalProperties: false,
      $id: "thing",
    }),
    {
      type: "object",
      properties: {
        a: { type: "string" },
        b: { type: "string", default: "x" },
        c: { type: "boolean" },
      },
      required: ["c"],
    },
  ],
  [
    "names of the language",
    Type.Object({ ["__proto__"]: Type.String(), constructor: Type.String() }),
    {
      type: "object",
      properties: JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}'),
      required: ["__proto__", "constructor"],
    },
  ],
  ["the other dialect's extensions", { type: "object", "x-orch-preserve-unknown-fields": true }, {
    type: "object",
    [`${X}preserve-unknown-fields`]: true,
  }],
  ["a pattern", { type: "string", pattern: /^a+$/ }, { type: "string", pattern: "^a+$" }],
];

Deno.test("structuralOf() says of a type what a definition can", () => {
  for (const [name, type, schema] of converted) {
    assertEquals(structuralOf(type, "spec"), schema, name);
  }
});

const refused: readonly [name: string, type: unknown, error: string][] = [
  ["no type", undefined, "spec: undefined is no type: write Type.String() or another"],
  ["a text", "string", 'spec: "string" is no type'],
  ["anything", T.Any(), "spec: nothing says of which type a value is: write Type.Preserve()"],
  ["a union of types", T.Union([T.String(), T.Number()]), "write Type.OneOf() of objects"],
  [
    "a union of objects",
    T.Object({ a: T.Union([T.Object({}), T.Object({ b: T.String() })]) }),
    'spec.a: "anyOf"',
  ],
  ["literals of two types", T.Union([T.Literal("a"), T.Literal(1)]), "values of several types"],
  ["literals or null", T.Union([T.Literal("a"), T.Null()]), "write Type.Optional(Type.Enum"],
  ["an intersection", T.Intersect([T.Object({}), T.Object({})]), '"allOf"'],
  ["a tuple", T.Array(T.Tuple([T.String()])), "spec[]: "],
  ["null alone", T.Null(), "write Type.Optional() for what may not be there"],
  ["a reference", T.Object({ a: T.Ref("b") }), 'spec.a: "$ref"'],
  ["a set of JSON Schema", T.Array(T.String(), { uniqueItems: true }), "write Type.ListSet()"],
  ["a format that nobody checks", T.String({ format: "time" }), 'spec: format is "time"'],
  ["names that are numbers", T.Record(T.Integer(), T.String()), "names of a record are any texts"],
  ["fields and any names", {
    type: "object",
    properties: { a: { type: "string" } },
    additionalProperties: { type: "string" },
  }, "write a property that is a Type.Record()"],
  ["values of any type", { type: "object", additionalProperties: true }, "write Type.Preserve()"],
  [
    "a misspelt option",
    Type.String({ minLenght: 1 } as never),
    '"minLenght" can\'t be said of a type of string',
  ],
  [
    "an option of another type",
    { type: "integer", maxLength: 3 },
    '"maxLength" can\'t be said of a type of integer',
  ],
  [
    "half a character",
    Type.String({ minLength: 0.5 }),
    "minLength is 0.5: write a number of 0 or more",
  ],
  ["less than none", Type.Array(Type.String(), { maxItems: -1 }), "maxItems is -1"],
  [
    "parts of a number",
    Type.Number({ multipleOf: 0.5 }),
    "multipleOf is 0.5: write a whole number",
  ],
  ["no number", Type.Integer({ minimum: NaN }), "spec: minimum: NaN is no JSON"],
  [
    "two bounds",
    Type.Integer({ minimum: 1, exclusiveMinimum: 1 }),
    "write either minimum or exclusiveMinimum",
  ],
  ["a list without elements", { type: "array" }, "a list of nothing known"],
  [
    "a misspelt rule",
    Type.String({ rules: [{ rule: "true", mesage: "a" } as never] }),
    'a rule has no "mesage"',
  ],
  ["a rule of nothing", Type.String({ rules: [{} as never] }), "write { rule, message }"],
  [
    "a default of another type",
    Type.Integer({ default: "1" as never }),
    "the default is of type string, not integer",
  ],
  [
    "a default that is out of bounds",
    Type.Integer({ default: 0, minimum: 1 }),
    "the default is 0, less than it may be",
  ],
  [
    "half a default",
    Type.Object({ a: Type.Object({ b: Type.String() }, { default: {} }) }),
    "spec.a: the default.b is missing",
  ],
  [
    "a default of other fields",
    Type.Object({}, { default: { a: 1 } }),
    "the default.a is no field",
  ],
  [
    "a default that holds itself",
    { type: "array", items: { type: "string" }, default: list },
    "more than 500 levels",
  ],
  [
    "a default of 64 bits",
    { type: "array", items: { type: "integer" }, default: [2n ** 60n] },
    "more than 53 bits",
  ],
  [
    "a default that is a function",
    Type.Preserve({ default: () => 1 } as never),
    "a function is no JSON",
  ],
  [
    "a key that may be left out",
    Type.ListMap(Type.Object({ a: Type.Optional(Type.String()) }), ["a"]),
    "spec[].a: the key may be left out",
  ],
  [
    "a key that is no text",
    Type.ListMap(Type.Object({ a: Type.Object({}) }), ["a"]),
    "spec[].a: the key is of type object",
  ],
  [
    "a key that is no property",
    Type.ListMap(Type.Object({}), ["a" as never]),
    "spec[].a: the key is no property",
  ],
  ["a list map without keys", Type.ListMap(Type.Object({}), []), "a list map has no keys"],
  [
    "a set with null",
    Type.ListSet(T.Union([T.String(), T.Null()])),
    "write a set of what is there",
  ],
  [
    "one that is always there",
    Type.OneOf({ a: Type.String({ default: "x" }) }),
    "spec.a: a member with a default is always there",
  ],
  ["one of nothing", Type.OneOf({}), "its cases are no members of an object"],
  ["one of other things", {
    type: "object",
    properties: { a: { type: "string" } },
    oneOf: [{ required: ["b"] }],
  }, "write Type.OneOf() with a member for each case"],
  [
    "what is required and nowhere",
    { type: "object", required: ["a"] },
    '"a" is required and no property',
  ],
  ["a type that holds itself", endless(), "write Type.Preserve() where a type holds itself"],
  ["a union that holds itself", union, '"anyOf" does not say'],
  ["a type for each atom", doubled(40), "more than 20000 types"],
];

Deno.test("structuralOf() refuses what no definition can say, where it is", () => {
  for (const [name, type, error] of refused) {
    const thrown = assertThrows(() => structuralOf(type, "spec"));
    assert(thrown instanceof TypeError, String(thrown.stack));
    assert(thrown.message.includes(error), `${name}: ${thrown.message}`);
    assert(thrown.message.length < 1_000, name);
  }
});

Deno.test("structuralOf() shares nothing with the type", () => {
  const values = ["a"];
  const type = Type.Object({
    a: Type.Enum(values),
    b: Type.Array(Type.Integer(), { default: [1] }),
  });
  const schema = structuralOf(type, "spec");
  const before = JSON.stringify(schema);
  values.push("b");
  (type.properties.b as unknown as { default: number[] }).default.push(2);
  (type.properties as Record<string, unknown>).c = Type.String();
  assertEquals(JSON.stringify(schema), before);
});

Deno.test("Type makes schemas whose marks are no part of their JSON, and Optional no other of them", () => {
  const text = Type.String({ default: "a" });
  const optional = Type.Optional(text);
  assertEquals(JSON.stringify(optional), '{"type":"string","default":"a"}');
  assertEquals(Object.hasOwn(text, "~optional"), false);
  const oneOf = Type.Optional(Type.OneOf({ a: text, b: text }));
  assert(Object.hasOwn(oneOf, "~oneOf") && Object.hasOwn(oneOf, "~optional"));
});
