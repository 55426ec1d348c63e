/**
 * Nested schemas constrain only what the structural schema declares.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import { isObject, memberOf } from "../../../toolkit/values/json.ts";
import { entriesOf, nestedOf, type PathBuilder, VIOLATIONS_LIMIT } from "./subschemas.ts";

/**
 * Adds an error for each field or item that a schema inside `allOf`, `anyOf`, `oneOf` or `not`
 * constrains without the structural schema around it declaring that field or item. Runs in steps: a
 * schema may be large.
 */
export function* validateCompleteness(
  errors: FieldError[],
  schema: JsonObject,
  path: PathBuilder,
): SlicedTask<void> {
  for (const [, nested, at] of nestedOf(schema, path)) {
    yield* validateNested(errors, nested, { schema, path }, at);
  }
}

/** A schema of the tree, and where it is, or would be. */
interface Counterpart {
  readonly schema: JsonObject;
  readonly path: PathBuilder;
}

function* validateNested(
  errors: FieldError[],
  nested: JsonObject,
  of: Counterpart,
  path: FieldPath,
): SlicedTask<void> {
  yield;
  for (const [, inner, at] of nestedOf(nested, path)) {
    yield* validateNested(errors, inner, of, at);
  }
  if (isObject(nested.items)) {
    yield* validateKnown(
      errors,
      nested.items,
      of.schema.items,
      of.path.child("items"),
      path.child("items"),
    );
  }
  const { properties } = of.schema;
  for (const [name, inner] of entriesOf(nested.properties)) {
    const known = isObject(properties) ? memberOf(properties, name) : undefined;
    const where = of.path.child("properties").key(name);
    yield* validateKnown(errors, inner, known, where, path.child("properties").key(name));
  }
}

function* validateKnown(
  errors: FieldError[],
  nested: JsonObject,
  known: unknown,
  path: FieldPath,
  at: FieldPath,
): SlicedTask<void> {
  if (isObject(known)) yield* validateNested(errors, nested, { schema: known, path }, at);
  else if (errors.length < VIOLATIONS_LIMIT) {
    errors.push(FieldError.required(path, `because it is defined in ${at}`));
  }
}
