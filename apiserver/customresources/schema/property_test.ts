// What holds of all schemas and objects. Seeds are printed where it doesn't.
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { CodecError } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import fc from "../../../toolkit/deps/fast_check.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { type Structural, structuralOf } from "./structural.ts";
import { validateStructural } from "./structural_validation.ts";

const X = "x-kubernetes-";
const NAMES = ["a", "b", "c", "metadata", "kind", "__proto__", "constructor"];
const name = fc.constantFrom(...NAMES);
const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;

const fields = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));

/** Values that fit the names of schemas more often than any JSON does. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom(null, "", "a", "abc", 0, 1, 2.5, -1, true),
    fields(tie("value")),
    fc.array(tie("value"), { maxLength: 3 }),
  ),
}));

const words = fc.record({
  nullable: fc.boolean(),
  default: fc.oneof(fc.constantFrom("a", 1, true, [], {}), value),
  maxLength: fc.nat(3),
  minimum: fc.integer({ min: -2, max: 2 }),
  multipleOf: fc.constantFrom(1, 2, 0.5),
  enum: fc.array(fc.constantFrom("a", 1, {}), { minLength: 1 }),
  pattern: fc.constantFrom("^a", "b$", "."),
  format: fc.constantFrom("date", "int32", "byte"),
  required: fc.array(name, { maxLength: 2 }),
  maxItems: fc.nat(2),
  minProperties: fc.nat(2),
  oneOf: fc.array(fc.record({ maxLength: fc.nat(2) }), { minLength: 1, maxLength: 2 }),
}, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;

/** Schemas that are structural. */
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.tuple(
    words,
    fc.oneof(
      { depthSize: "medium" },
      fc.constantFrom<JsonObject>(
        { type: "string" },
        { type: "integer" },
        { type: "boolean" },
        { [`${X}int-or-string`]: true },
        { [`${X}preserve-unknown-fields`]: true },
        {
          type: "object",
          [`${X}embedded-resource`]: true,
          [`${X}preserve-unknown-fields`]: true,
        },
      ),
      fields(tie("schema")).map((properties) => ({ type: "object", properties })),
      tie("schema").map((rest) => ({ type: "object", additionalProperties: rest })),
      tie("schema").map((items) => ({ type: "array", items, [`${X}list-type`]: "set" })),
    ),
  ).map(([more, shape]) => ({ ...more, ...shape })),
}));

const whole = fields(schema).map(({ metadata: _, kind: _kind, ...properties }) => ({
  type: "object",
  properties,
}));
const objects = fields(value).map(({ metadata: _, kind: _kind, ...object }) => ({
  apiVersion: "example.com/v1",
  kind: "A",
  metadata: { name: "x" },
  ...object,
} as JsonObject));

/** The object as it is stored; undefined: it can't be read. */
function read(structural: Structural, object: JsonObject): JsonObject | undefined {
  const copy = structuredClone(object);
  try {
    structural.prune(copy);
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
  return copy;
}

function structuralFor(made: JsonObject): Structural {
  const { structural, violations } = structuralOf(made);
  if (structural === undefined) throw new Error(violations?.join("\n"));
  return structural;
}

Deno.test("pruning is idempotent, and so is filling in defaults", () => {
  fc.assert(fc.property(whole, objects, (made, object) => {
    const structural = structuralFor(made);
    const pruned = read(structural, object);
    if (pruned === undefined) return;
    assertEquals(read(structural, pruned), pruned);
    structural.applyDefaults(pruned);
    const filled = structuredClone(pruned);
    structural.applyDefaults(filled);
    assertEquals(filled, pruned);
  }));
});

Deno.test("what is valid stays so when it is read again", () => {
  fc.assert(fc.property(whole, objects, (made, object) => {
    const structural = structuralFor(made);
    const stored = read(structural, object);
    if (stored === undefined) return;
    structural.applyDefaults(stored);
    const again = read(structural, stored);
    if (again === undefined) return;
    structural.applyDefaults(again);
    // A default may have fields that the schema drops when they are read.
    const settled = read(structural, again) ?? {};
    structural.applyDefaults(settled);
    assertEquals(settled, again);
    assertEquals(
      runToEnd(structural.validate(settled)).map(String),
      runToEnd(structural.validate(again)).map(String),
    );
  }));
});

Deno.test("an update that changes nothing of what its schema knows is valid where it was", () => {
  fc.assert(fc.property(whole, objects, (made, object) => {
    const structural = structuralFor(made);
    const stored = read(structural, object);
    if (stored === undefined) return;
    if (runToEnd(structural.validate(stored)).length > 0) return;
    assertEquals(runToEnd(structural.validate(structuredClone(stored), stored)), []);
  }));
});

Deno.test("no JSON breaks the checks of objects", () => {
  fc.assert(fc.property(whole, json, json, (made, object, old) => {
    const structural = structuralFor(made);
    for (const one of [object, { a: object, b: object, c: object }]) {
      const copy = structuredClone(one) as JsonObject;
      if (typeof copy !== "object" || copy === null || Array.isArray(copy)) continue;
      runToEnd(structural.validate(copy, { a: old } as JsonObject)).forEach(String);
      structural.applyDefaults(copy);
      read(structural, copy);
    }
  }));
});

Deno.test("no JSON breaks the checks of schemas", () => {
  const odd = fc.dictionary(
    fc.constantFrom("type", "properties", "items", "anyOf", "not", "default", "a", "$ref"),
    json,
  );
  fc.assert(fc.property(fc.oneof(json, odd), json, (made, object) => {
    const { structural } = structuralOf(made);
    if (typeof made === "object" && made !== null && !Array.isArray(made)) {
      runToEnd(validateStructural(made as JsonObject)).forEach(String);
    }
    structural?.validate({ a: object } as JsonObject);
  }));
});
