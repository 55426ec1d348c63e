import { mixedText } from "../../../testing/mixed_text.ts";
// What is wrong with objects, by their schemas.
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assert, assertEquals } from "../../../toolkit/deps/assert.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { Structural } from "./structural.ts";

const text = { type: "string" };
const integer = { type: "integer" };
const X = "x-kubernetes-";
const list = (items: JsonObject, more: JsonObject = {}) => ({ type: "array", items, ...more });
const object = (properties: JsonObject, more: JsonObject = {}) => ({
  type: "object",
  properties,
  ...more,
});
const map = (key: string, items: JsonObject) =>
  list(items, { [`${X}list-type`]: "map", [`${X}list-map-keys`]: [key] });

const map1 = { type: "object", additionalProperties: integer, maxProperties: 1 };

/** A schema of the field `a`, what it holds, and what is wrong with that. */
const ROWS: readonly (readonly [string, JsonObject, unknown, ...errors: string[]])[] = [
  [
    "a text for a number",
    integer,
    "string",
    'a: Invalid value: "string": a in body must be of type integer: "string"',
  ],
  [
    "a number for a text",
    text,
    5,
    'a: Invalid value: "integer": a in body must be of type string: "integer"',
  ],
  [
    "a fraction for an integer",
    integer,
    1.5,
    '<nil>: Invalid value: "": Checked value must be of type integer (default format) in a',
    'a: Invalid value: "number": a in body must be of type integer: "number"',
  ],
  ["an integer for a number", { type: "number" }, 3],
  ["a large integer", integer, 2n ** 63n - 1n],
  [
    "an integer that is too large for any",
    integer,
    2n ** 63n,
    '<nil>: Invalid value: "": Checked value must be of type integer (default format) in a',
    'a: Invalid value: "number": a in body must be of type integer: "number"',
  ],
  [
    "an integer that is too large for its format",
    { ...integer, format: "int32" },
    3_000_000_000,
    '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in a',
  ],
  ["null", text, null, 'a: Invalid value: "null": a in body must be of type string: "null"'],
  ["null that may be", { ...text, nullable: true }, null],
  ["null of no type", { [`${X}preserve-unknown-fields`]: true, format: "date" }, null],
  ["a number or a text", { [`${X}int-or-string`]: true }, "50%"],
  [
    "neither a number nor a text",
    { [`${X}int-or-string`]: true },
    true,
    'a: Invalid value: "boolean": a in body must be of type integer,string: "boolean"',
  ],
  [
    "too long a text",
    { ...text, maxLength: 2 },
    "abc",
    "a: Too long: may not be more than 2 bytes",
  ],
  ["characters that are two units each", { ...text, maxLength: 2 }, "😀😀"],
  [
    "too short a text",
    { ...text, minLength: 2 },
    "😀",
    'a: Invalid value: "😀": a in body should be at least 2 chars long',
  ],
  [
    "a text that a pattern doesn't fit",
    { ...text, pattern: "^[a-c]+$" },
    "ad",
    "a: Invalid value: \"ad\": a in body should match '^[a-c]+$'",
  ],
  [
    "a text without its format",
    { ...text, format: "date" },
    "2024-02-30",
    'a: Invalid value: "2024-02-30": a in body must be of type date: "2024-02-30"',
  ],
  ["a text of a format that nobody knows", { ...text, format: "moon" }, "x"],
  [
    "none of a few",
    { ...text, enum: ["b", "c"] },
    "a",
    'a: Unsupported value: "a": supported values: "b", "c"',
  ],
  ["one of a few, whatever its order", {
    ...object({ b: integer, c: integer }),
    enum: [{ b: 1, c: 2 }],
  }, {
    c: 2,
    b: 1,
  }],
  [
    "bounds",
    { ...integer, minimum: 2, maximum: 1 },
    1.0,
    "a: Invalid value: 1: a in body should be greater than or equal to 2",
  ],
  [
    "bounds that are out of bounds",
    { type: "number", minimum: 2.5, exclusiveMinimum: true, maximum: 2.5, exclusiveMaximum: true },
    2.5,
    "a: Invalid value: 2.5: a in body should be greater than 2.5",
    "a: Invalid value: 2.5: a in body should be less than 2.5",
  ],
  [
    "a large bound",
    { ...integer, maximum: 1_000_000 },
    1_000_001,
    "a: Invalid value: 1000001: a in body should be less than or equal to 1000000",
  ],
  ["a bound near the end of 64 bits", { ...integer, maximum: 2 ** 63 - 1024 }, 2n ** 63n - 1024n],
  [
    "more than a bound near the end of 64 bits",
    { ...integer, maximum: 2 ** 63 - 1024 },
    2n ** 63n - 1023n,
    "a: Invalid value: 9223372036854774785: " +
    "a in body should be less than or equal to 9223372036854774784",
  ],
  [
    "a bound of more than 64 bits",
    { ...integer, maximum: 2 ** 63 },
    1,
    '<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in a',
  ],
  [
    "a bound whose digits say more than 64 bits",
    { ...integer, minimum: -(2 ** 63) },
    1,
    '<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in a',
  ],
  ["the least of 64 bits", integer, -(2n ** 63n)],
  [
    "an integer beside the integer part of its bound",
    { type: "number", maximum: 2.5 },
    3,
    "a: Invalid value: 3: a in body should be less than or equal to 2",
  ],
  ["what is within bounds", {
    type: "number",
    maximum: 2.5,
    exclusiveMaximum: true,
    minimum: 1,
  }, 2.25],
  ["just as many elements and fields as may be", list(map1, { maxItems: 1 }), [{ b: 1 }]],
  [
    "no multiple",
    { ...integer, multipleOf: 3 },
    4,
    "a: Invalid value: 4: a in body should be a multiple of 3",
  ],
  ["a multiple of a fraction", { type: "number", multipleOf: 0.1 }, 0.3],
  [
    "too many elements",
    list(text, { maxItems: 1 }),
    ["b", "c"],
    "a: Too many: 2: must have at most 1 item",
  ],
  [
    "too few elements",
    list(text, { minItems: 1 }),
    [],
    "a: Invalid value: 0: a in body should have at least 1 items",
  ],
  [
    "too many and too few fields",
    { type: "object", additionalProperties: integer, maxProperties: 1, minProperties: 3 },
    { b: 1, c: 2 },
    "a: Invalid value: 2: a in body should have at least 3 properties",
    "a: Too many: 2: must have at most 1 item",
  ],
  [
    "fields that are not there",
    object({}, { required: ["b", "c"] }),
    { c: 1 },
    "a.b: Required value",
  ],
  [
    "null for a field that must be there",
    object({ b: { ...text, nullable: true } }, { required: ["b"] }),
    {
      b: null,
    },
  ],
  [
    "what fields, elements and values hold",
    object({ b: list(integer), c: { type: "object", additionalProperties: integer } }),
    { b: [1, "x"], c: { d: "y" } },
    'a.b[1]: Invalid value: "string": a.b[1] in body must be of type integer: "string"',
    'a.c.d: Invalid value: "string": a.c.d in body must be of type integer: "string"',
  ],
  [
    "fields where there may be none",
    { type: "object", additionalProperties: false },
    { b: 1 },
    'a: Invalid value: "b": a.b in body is a forbidden property',
  ],
  [
    "none of several schemas",
    { ...text, anyOf: [{ minLength: 3 }, { pattern: "b" }] },
    "a",
    '<nil>: Invalid value: "": "a" must validate at least one schema (anyOf)',
    'a: Invalid value: "a": a in body should be at least 3 chars long',
  ],
  [
    "more than one of several schemas",
    { ...text, oneOf: [{ minLength: 1 }, { pattern: "a" }] },
    "a",
    '<nil>: Invalid value: "": "a" must validate one and only one schema (oneOf). Found 2 valid ' +
    "alternatives",
  ],
  [
    "not all of several schemas",
    { ...text, allOf: [{ minLength: 1 }, { pattern: "b" }] },
    "a",
    '<nil>: Invalid value: "": "a" must validate all the schemas (allOf)',
    "a: Invalid value: \"a\": a in body should match 'b'",
  ],
  [
    "a schema that must not hold",
    { ...text, not: { minLength: 1 } },
    "a",
    '<nil>: Invalid value: "": "a" must not validate the schema (not)',
  ],
  [
    "elements that occur twice",
    list(text, { [`${X}list-type`]: "set" }),
    ["b", "c", "b", "b"],
    'a[2]: Duplicate value: "b"',
  ],
  [
    "keys that occur twice",
    map("k", object({ k: text, v: integer })),
    [{ k: "x", v: 1 }, { k: "x", v: 2 }, {}, {}],
    'a[1]: Duplicate value: {"k":"x"}',
    "a[3]: Duplicate value: {}",
  ],
  [
    "embedded objects that are none",
    { type: "object", [`${X}embedded-resource`]: true, [`${X}preserve-unknown-fields`]: true },
    { apiVersion: "a/b/c", metadata: { name: "A/B" } },
    'a.apiVersion: Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c',
    "a.kind: Required value",
    "a.metadata.name: Invalid value: \"A/B\": may not contain '/'",
  ],
];

for (const [name, schema, value, ...errors] of ROWS) {
  Deno.test(`validate() looks at ${name}`, () => {
    const structural = new Structural(object({ a: schema }));
    assertEquals(
      runToEnd(structural.validate({ a: value })).map(String).sort(),
      [...errors].sort(),
    );
  });
}

/** A schema of the field `a`, what it held and holds, and what an update is told. */
const UPDATES: readonly (readonly [string, JsonObject, unknown, unknown, ...errors: string[]])[] = [
  ["what was wrong before", object({ b: integer, c: text }), { b: "x", c: "y" }, {
    b: "x",
    c: "z",
  }],
  ["a kind that is no kind of an object of the API", object({ kind: integer, c: text }), {
    kind: "x",
    c: "y",
  }, { kind: "x", c: "z" }],
  [
    "what is wrong in another way",
    object({ b: integer }),
    { b: "x" },
    { b: "y" },
    'a.b: Invalid value: "string": a.b in body must be of type integer: "string"',
  ],
  [
    "elements of lists that are told apart by their places",
    list(integer),
    ["x", 1],
    ["x", 2],
    'a[0]: Invalid value: "string": a[0] in body must be of type integer: "string"',
  ],
  [
    "elements that are told apart by keys",
    map("k", object({ k: text, v: integer })),
    [{ k: "x", v: "bad" }, { k: "y", v: 1 }],
    [{ k: "y", v: 2 }, { k: "x", v: "bad" }],
  ],
  ["keys that occurred twice", list(text, { [`${X}list-type`]: "set" }), ["b", "b"], ["c", "c"]],
  [
    "alternatives inside of what has changed",
    object({ b: text }, { anyOf: [{ properties: { b: { minLength: 3 } } }], required: ["c"] }),
    { b: "x" },
    { b: "x", d: 1 },
    '<nil>: Invalid value: "": "a" must validate at least one schema (anyOf)',
    'a.b: Invalid value: "x": a.b in body should be at least 3 chars long',
    "a.c: Required value",
  ],
];

for (const [name, schema, old, value, ...errors] of UPDATES) {
  Deno.test(`validate() of an update looks at ${name}`, () => {
    const structural = new Structural(object({ a: schema }));
    const found = runToEnd(structural.validate({ a: value }, { a: old }));
    assertEquals(found.map(String).sort(), [...errors].sort());
  });
}

Deno.test("validate() tells of no more than anybody reads", () => {
  const structural = new Structural(object({ a: list(integer) }));
  const { length } = runToEnd(structural.validate({ a: Array(100_000).fill("x") }));
  assert(length > 0 && length <= 1_000);
});

Deno.test("validate() takes no time for patterns that explode elsewhere", () => {
  const structural = new Structural(object({ a: { ...text, pattern: "^(a+)+$" } }));
  assertEquals(runToEnd(structural.validate({ a: `${"a".repeat(10_000)}b` })).length, 1);
});

Deno.test("validateStatus() lets all but the status be as it was", () => {
  const structural = new Structural(object({
    spec: integer,
    status: object({ n: integer, bad: integer, list: list(text, { [`${X}list-type`]: "set" }) }, {
      [`${X}validations`]: [{ rule: "self.n > oldSelf.n" }],
    }),
  }, { required: ["other"] }));
  const old = { spec: "x", status: { n: 1, list: [], bad: "x" } };
  const after = (status: JsonObject) =>
    runToEnd(structural.validateStatus({ spec: "x", status }, old));
  assertEquals(after({ n: 2 }), []);
  assertEquals(after({ n: 2, bad: "x" }), []);
  assertEquals(after({ n: 1, list: ["a", "a"] }).map(String), [
    'status.list[1]: Duplicate value: "a"',
    "status: Invalid value: failed rule: self.n > oldSelf.n",
  ]);
  const [error] = after({ n: "x" });
  assertEquals(error?.field, "status.n");
  assertEquals(error?.type, "FieldValueTypeInvalid");
});

Deno.test("validateStatus() tells of fields without names of their own behind a dot", () => {
  const structural = new Structural(
    object({ status: { type: "object", additionalProperties: text } }),
  );
  assertEquals(runToEnd(structural.validateStatus({ status: { a: 1 } }, {})).map(String), [
    'status.a: Invalid value: "integer": .a in body must be of type string: "integer"',
  ]);
});

Deno.test("patterns take so many steps in an object, and no more", () => {
  const large = { ...text, pattern: "(a|b)*a(a|b){100}$|[ab]$" };
  const nested = { ...text, anyOf: [{ pattern: large.pattern }] };
  let texts = 0;
  const check = (properties: JsonObject) => {
    // Texts that are new each time: nothing is known of them.
    const value = Object.fromEntries(
      Object.keys(properties).map((key) => [key, mixedText(5_000, ++texts)]),
    );
    return runToEnd(new Structural(object(properties)).validate(value)).map(String);
  };
  assertEquals(check({ a: large, b: large }), []);
  const why =
    `in body can't be matched against '${large.pattern}': the patterns of the schema and ` +
    "the strings of the object are together too large";
  assertEquals(check({ a: large, b: large, c: large }), [`c: Forbidden: c ${why}`]);
  const [first = ""] = check({ a: large, b: large, c: nested });
  assert(first.includes("anyOf"), first);
});

Deno.test("a pattern that is too large to be compiled is an error of the value", () => {
  // A definition that was stored before there was such a limit may have one.
  const large = { ...text, pattern: "a{1000}".repeat(40) };
  const errors = runToEnd(
    new Structural(object({ a: large, b: text })).validate({ a: "a", b: "b" }),
  );
  assertEquals(errors.map(({ type, field }) => [type, field]), [["FieldValueForbidden", "a"]]);
});
