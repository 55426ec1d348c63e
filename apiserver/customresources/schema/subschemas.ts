/**
 * The schemas in a schema, and where they are.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { isObject } from "../../../toolkit/values/json.ts";

/** Violations that are told at most: nobody reads more, and each has a path that may be long. */
export const VIOLATIONS_LIMIT = 1_000;

/** What a path of a schema does at least. */
export type PathBuilder = Pick<FieldPath, "child">;

/** The place of a schema of which nobody said where it stands: paths begin with a dot. */
export const NOWHERE: PathBuilder = {
  child: (name = "", ...names) => FieldPath.of(`.${name}`, ...names),
};

/** Whether a word of a schema says anything. */
export function isPresent(value: unknown): boolean {
  if (value === undefined || value === null || value === "" || value === false) return false;
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}

/** A field's name and schema. */
type Field = readonly [name: string, schema: JsonObject];

const NO_FIELDS: readonly Field[] = [];

/** The schemas of fields. */
export function entriesOf(properties: unknown): Iterable<Field> {
  // Nearly all have none, and some have very many.
  return isObject(properties) ? fields(properties) : NO_FIELDS;
}

function* fields(properties: JsonObject): Iterable<Field> {
  for (const name of Object.keys(properties)) {
    const schema = properties[name];
    yield [name, isObject(schema) ? schema : {}];
  }
}

/** Whether there are no schemas in a schema. */
export function isLeaf(schema: JsonObject): boolean {
  return schema.properties === undefined && schema.items === undefined &&
    schema.additionalProperties === undefined && nestedOf(schema, NOWHERE) === NONE;
}

/** Visits a schema and all that are in it. */
export function* visitSchemas(
  schema: JsonObject,
  visit: (schema: JsonObject) => void,
): SlicedTask<void> {
  yield;
  visit(schema);
  const { properties, items, additionalProperties } = schema;
  for (const [, inner] of entriesOf(properties)) {
    if (!isLeaf(inner)) yield* visitSchemas(inner, visit);
    else {
      yield;
      visit(inner);
    }
  }
  for (const inner of [items, additionalProperties]) {
    if (isObject(inner)) yield* visitSchemas(inner, visit);
  }
  for (const [, inner] of nestedOf(schema, NOWHERE)) yield* visitSchemas(inner, visit);
}

/** A schema that says more of the values of another one, under a word of it. */
type Nested = [word: string, nested: JsonObject, path: FieldPath];

const NONE: readonly Nested[] = [];

/** The schemas that say more of the values of one. */
export function nestedOf(schema: JsonObject, path: PathBuilder): Iterable<Nested> {
  // Nearly all have none, and there may be very many of them.
  const { not, allOf, anyOf, oneOf } = schema;
  return not === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined
    ? NONE
    : nested(schema, path);
}

function* nested(schema: JsonObject, path: PathBuilder): Iterable<Nested> {
  if (isObject(schema.not)) yield ["not", schema.not, path.child("not")];
  for (const word of ["allOf", "anyOf", "oneOf"]) {
    const all = schema[word];
    if (!Array.isArray(all)) continue;
    for (const [index, nested] of all.entries()) {
      if (isObject(nested)) yield [word, nested, path.child(word).index(index)];
    }
  }
}
