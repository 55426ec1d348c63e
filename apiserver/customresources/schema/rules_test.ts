import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { Structural } from "./structural.ts";

const RULES = "x-kubernetes-validations";
const text = { type: "string" };
const integer = { type: "integer" };
const ruled = (schema: JsonObject, ...rules: JsonObject[]) => ({ ...schema, [RULES]: rules });
const named = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["k"],
};
const element = { type: "object", properties: { k: text, v: integer } };

/** A schema of the field `a`, what it holds, what it held (undefined: nothing), and errors. */
const ROWS: readonly (readonly [string, JsonObject, unknown, unknown, ...errors: string[]])[] = [
  ["a rule that holds", ruled(integer, { rule: "self > 1" }), 2, undefined],
  [
    "a rule that doesn't",
    ruled(integer, { rule: " self > 1 " }),
    1,
    undefined,
    "a: Invalid value: 1: failed rule: self > 1",
  ],
  [
    "a message",
    ruled(integer, { rule: "self > 1", message: " too small " }),
    1,
    undefined,
    "a: Invalid value: 1: too small",
  ],
  [
    "a message that a rule makes",
    ruled(integer, { rule: "self > 1", messageExpression: "'not ' + string(self)" }),
    1,
    undefined,
    "a: Invalid value: 1: not 1",
  ],
  [
    "a message that can't be made",
    ruled(integer, { rule: "self > 1", message: "m", messageExpression: "string(1 / (self - 1))" }),
    1,
    undefined,
    "a: Invalid value: 1: m",
  ],
  [
    "reasons and paths",
    ruled(
      { type: "object", properties: { b: text } },
      { rule: "false", reason: "FieldValueRequired", fieldPath: ".b" },
      { rule: "false", reason: "FieldValueForbidden", message: "no" },
      { rule: "false" },
    ),
    {},
    undefined,
    "a.b: Required value: failed rule: false",
    "a: Forbidden: no",
    "a: Invalid value: failed rule: false",
  ],
  [
    "rules of elements and values",
    {
      type: "array",
      items: { type: "object", additionalProperties: ruled(integer, { rule: "self > 1" }) },
    },
    [{ x: 2 }, { y: 1 }],
    undefined,
    "a[1][y]: Invalid value: 1: failed rule: self > 1",
  ],
  ["transitions without an old value", ruled(integer, { rule: "self == oldSelf" }), 2, undefined],
  [
    "transitions",
    ruled(integer, { rule: "self == oldSelf" }),
    2,
    1,
    "a: Invalid value: 2: failed rule: self == oldSelf",
  ],
  [
    "transitions to the same",
    ruled(integer, { rule: "self > oldSelf" }),
    1,
    1,
    "a: Invalid value: 1: failed rule: self > oldSelf",
  ],
  [
    "transitions whose old value may be missing",
    ruled(integer, { rule: "oldSelf.hasValue()", optionalOldSelf: true }),
    2,
    undefined,
    "a: Invalid value: 2: failed rule: oldSelf.hasValue()",
  ],
  [
    "transitions of elements, by their keys",
    { ...named, items: { ...element, [RULES]: [{ rule: "self.v >= oldSelf.v" }] } },
    [{ k: "y", v: 0 }, { k: "x", v: 2 }, { k: "z", v: 0 }],
    [{ k: "x", v: 1 }, { k: "y", v: 1 }],
    "a[0]: Invalid value: failed rule: self.v >= oldSelf.v",
  ],
  ["what was wrong before", ruled(integer, { rule: "self > 1" }), 1, 1],
  [
    "errors",
    ruled(integer, { rule: "1 / self == 1" }),
    0,
    undefined,
    'a: Invalid value: "integer": division by zero evaluating rule: 1 / self == 1',
  ],
  [
    "nothing where types are wrong",
    ruled(integer, { rule: "self > 1" }),
    "x",
    undefined,
    'a: Invalid value: "string": a in body must be of type integer: "string"',
    "<nil>: Invalid value: null: some validation rules were not checked because the object was " +
    "invalid; correct the existing errors to complete validation",
  ],
  ["no null", ruled({ ...integer, nullable: true }, { rule: "false" }), null, undefined],
  [
    "embedded objects by their names",
    ruled(
      {
        type: "object",
        "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true,
      },
      { rule: "self.metadata.name == 'x' && self.kind == 'K'" },
    ),
    { apiVersion: "v1", kind: "L", metadata: { name: "x" } },
    undefined,
    "a: Invalid value: failed rule: self.metadata.name == 'x' && self.kind == 'K'",
  ],
];

for (const [name, schema, value, old, ...errors] of ROWS) {
  Deno.test(`rules see ${name}`, () => {
    const structural = new Structural({ type: "object", properties: { a: schema } });
    const before = old === undefined ? undefined : { a: old };
    assertEquals(runToEnd(structural.validate({ a: value }, before)).map(String), errors);
  });
}

Deno.test("rules tell what may stay wrong as it was before, to whoever listens", () => {
  const a = ruled(
    integer,
    { rule: "self > 1" },
    { rule: "self > 2", messageExpression: "'not ' + string(self)" },
    { rule: "self >= oldSelf" },
  );
  const structural = new Structural({ type: "object", properties: { a, b: integer } });
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const errors = runToEnd(structural.validate({ a: 1, b: 2 }, { a: 1, b: 1 }, warn));
  assertEquals([errors, warnings], [[], [
    "a: Invalid value: 1: failed rule: self > 1",
    "a: Invalid value: 1: not 1",
  ]]);
});

const busy = "self.all(x, self.all(y, x == y || x != y))";

Deno.test("rules stop one call that costs too much", () => {
  const schema = ruled({ type: "array", items: integer }, { rule: busy });
  const structural = new Structural({ type: "object", properties: { a: schema, b: schema } });
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  assertEquals(runToEnd(structural.validate({ a: numbers, b: numbers })).map(String), [
    "a: Invalid value: \"array\": 'operation cancelled: actual cost limit exceeded': no further " +
    `validation rules will be run due to call cost exceeds limit for rule: ${busy}`,
  ]);
});

Deno.test("rules stop when all calls together cost too much", () => {
  const items = ruled({ type: "array", items: integer }, { rule: busy });
  const schema = { type: "array", items };
  const structural = new Structural({ type: "object", properties: { a: schema } });
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const [error, ...more] = runToEnd(structural.validate({ a: Array(1_000).fill(numbers) })).map(
    String,
  );
  assertEquals(more, []);
  assertEquals(
    error?.replace(/a\[\d+\]/, "a[i]"),
    'a[i]: Invalid value: "array": validation failed due to running out of cost budget, no further ' +
      "validation rules will be run",
  );
});
