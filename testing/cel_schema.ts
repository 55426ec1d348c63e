/**
 * A schema with a field of each kind, and an object of it, for tests of expressions.
 *
 * @module
 */

import { CelEnvironment } from "../toolkit/cel/environment.ts";
import { type Activation, activationOf } from "../toolkit/cel/frame.ts";
import { STANDARD_LIBRARIES } from "../toolkit/cel/library/mod.ts";
import { type CelSchema, typeOfSchema } from "../toolkit/cel/schema_type.ts";
import { adapterOfSchema } from "../toolkit/cel/schema_value.ts";
import { DYN } from "../toolkit/cel/type.ts";

/** One of everything. */
export const SCHEMA = {
  "type": "object",
  "x-kubernetes-embedded-resource": false,
  "properties": {
    "spec": {
      "type": "object",
      "required": ["r"],
      "properties": {
        "r": { "type": "integer" },
        "d": { "type": "number" },
        "b": { "type": "boolean" },
        "s": { "type": "string" },
        "s10": { "type": "string", "maxLength": 10 },
        "e": { "type": "string", "enum": ["a", "bcd"] },
        "io": { "x-kubernetes-int-or-string": true },
        "l": { "type": "array", "items": { "type": "string", "maxLength": 10 }, "maxItems": 5 },
        "lu": { "type": "array", "items": { "type": "integer" } },
        "lo": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["name", "port"],
            "properties": {
              "name": { "type": "string", "maxLength": 63 },
              "port": { "type": "integer" },
              "o": { "type": "string" },
            },
          },
        },
        "lm": {
          "type": "array",
          "maxItems": 10,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
          "items": {
            "type": "object",
            "required": ["k"],
            "properties": { "k": { "type": "string", "maxLength": 5 }, "v": { "type": "integer" } },
          },
        },
        "ls": {
          "type": "array",
          "maxItems": 10,
          "x-kubernetes-list-type": "set",
          "items": { "type": "string", "maxLength": 5 },
        },
        "m": { "type": "object", "additionalProperties": { "type": "string", "maxLength": 7 } },
        "m3": {
          "type": "object",
          "additionalProperties": {
            "type": "array",
            "maxItems": 3,
            "items": { "type": "integer" },
          },
          "maxProperties": 4,
        },
        "dt": { "type": "string", "format": "date-time" },
        "date": { "type": "string", "format": "date" },
        "dur": { "type": "string", "format": "duration" },
        "by": { "type": "string", "format": "byte", "maxLength": 8 },
        "n": { "type": "string", "nullable": true },
        "my-field": { "type": "string" },
        "a.b/c": { "type": "integer" },
        "__x": { "type": "integer" },
        "namespace": { "type": "string" },
        "any": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
        "anyt": { "x-kubernetes-preserve-unknown-fields": true },
        "nested": {
          "type": "array",
          "maxItems": 4,
          "items": {
            "type": "array",
            "maxItems": 5,
            "items": { "type": "string", "maxLength": 3 },
          },
        },
        "emb": {
          "type": "object",
          "x-kubernetes-embedded-resource": true,
          "x-kubernetes-preserve-unknown-fields": true,
        },
      },
    },
  },
} as const satisfies CelSchema & Record<string, unknown>;

/** An object of it. */
export const OBJECT = {
  "apiVersion": "g/v1",
  "kind": "K",
  "metadata": { "name": "n" },
  "spec": {
    "r": 3,
    "d": 2,
    "b": true,
    "s": "hello",
    "s10": "abc",
    "e": "a",
    "io": "50%",
    "l": ["a", "b"],
    "lu": [1, 2, 3],
    "lo": [{ "name": "x", "port": 80 }, { "name": "y", "port": 81 }],
    "lm": [{ "k": "a", "v": 1 }, { "k": "b", "v": 2 }],
    "ls": ["q", "r"],
    "m": { "k": "v", "l": "w" },
    "m3": { "a": [1], "b": [2, 3] },
    "dt": "2024-01-02T03:04:05Z",
    "date": "2024-01-02",
    "dur": "1h30m",
    "by": "aGk=",
    "n": null,
    "my-field": "f",
    "a.b/c": 5,
    "__x": 7,
    "namespace": "ns",
    "any": { "q": 1 },
    "anyt": [1],
    "nested": [["a"], ["b", "c"]],
    "emb": { "apiVersion": "v1", "kind": "P", "metadata": { "name": "e" }, "z": 1 },
  },
};

/** What rules of a schema can name. */
export function environmentOf(schema: CelSchema): CelEnvironment {
  const type = typeOfSchema(schema, "Test", true) ?? DYN;
  return new CelEnvironment({
    libraries: STANDARD_LIBRARIES,
    variables: { self: type, oldSelf: type },
  });
}

export const ENVIRONMENT_OF_SCHEMA = environmentOf(SCHEMA);

const value = adapterOfSchema(SCHEMA, true)(OBJECT);
export const OBJECT_OF_SCHEMA: Activation = activationOf({ self: value, oldSelf: value });
