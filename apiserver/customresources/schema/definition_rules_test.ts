// What is wrong with schemas, as definitions are told of it.
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { assertEquals } from "../../../toolkit/deps/assert.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import { runToEnd } from "../../../toolkit/time_slice.ts";
import { validateSchema } from "./definition_rules.ts";

const X = "x-kubernetes-";
const KEYED = { [`${X}list-type`]: "map", [`${X}list-map-keys`]: ["k"] };
const EITHER = { [`${X}int-or-string`]: true };
const text = { type: "string" };

/** A schema of the field `a`, and what is wrong with it, behind the path of the field. */
const ROWS: readonly (readonly [name: string, schema: JsonObject, ...wrong: string[]])[] = [
  [
    "a key of a list that is a list",
    {
      ...KEYED,
      type: "array",
      items: {
        type: "object",
        required: ["k"],
        properties: { k: { type: "array", items: text } },
      },
    },
    'items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s ' +
    "x-kubernetes-list-type is map",
  ],
  [
    "a set of maps of an own type",
    {
      type: "array",
      [`${X}list-type`]: "set",
      items: { type: "object", [`${X}map-type`]: "granular" },
    },
    "items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with " +
    "x-kubernetes-list-type=set",
  ],
  // What a number or a text is by default is only found out by the objects that get it.
  ["a default of a number or a text that is neither", { ...EITHER, default: [1.5] }],
  [
    "a default of another format",
    { ...EITHER, format: "mac", default: 0 },
    'default: Invalid value: "int64":  in body must be of type mac: "int64"',
  ],
  [
    "a default of a format that nobody knows, of another type",
    { ...text, format: "own", default: -0.5 },
    'default: Invalid value: "float64":  in body must be of type own: "float64"',
  ],
  ["a text by default, of a format that nobody knows", { ...text, format: "own", default: "x" }],
];

for (const [name, schema, ...wrong] of ROWS) {
  Deno.test(`validateSchema() tells of ${name}`, () => {
    const whole = { type: "object", properties: { a: schema } };
    const found = runToEnd(validateSchema(whole, FieldPath.of("schema")));
    assertEquals(found.map(String), wrong.map((text) => `schema.properties[a].${text}`));
  });
}
