/**
 * Fields of custom resources by which they can be selected.
 *
 * @module
 */

import type { SelectableField } from "../../../toolkit/api/apiextensions_v1.ts";
import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, type FieldPath } from "../../../toolkit/errors/mod.ts";
import type { SlicedTask } from "../../../toolkit/time_slice.ts";
import {
  SchemaNode,
  type SchemaPath,
  schemaPath,
  SchemaPathError,
} from "../../customresources/schema/mod.ts";

/** The most selectable fields of a version. */
const SELECTABLE_FIELDS_LIMIT = 8;
const TYPES = ["string", "boolean", "integer"];

/** The rules for the selectable fields of a version with this schema. */
export function* validateSelectableFields(
  errors: FieldError[],
  fields: readonly SelectableField[],
  schema: JsonObject,
  path: FieldPath,
): SlicedTask<void> {
  const node = yield* SchemaNode.of(schema);
  const known = new Set<string>();
  for (const [index, { jsonPath }] of fields.entries()) {
    const at = path.index(index).child("jsonPath");
    if (!jsonPath) {
      errors.push(FieldError.required(at));
      continue;
    }
    const found = follow(errors, jsonPath, node, at);
    if (found === undefined) continue;
    const invalid = (why: string) => errors.push(FieldError.invalid(at, jsonPath, why));
    if (found.first === "metadata") invalid("must not point to fields in metadata");
    if (!TYPES.includes(found.node.type)) {
      invalid(
        "must point to a field of type string, boolean or integer. Enum string fields and " +
          "strings with formats are allowed.",
      );
    }
    if (known.has(found.text)) errors.push(FieldError.duplicate(at, jsonPath));
    known.add(found.text);
  }
  if (known.size > SELECTABLE_FIELDS_LIMIT) {
    errors.push(FieldError.tooMany(path, known.size, SELECTABLE_FIELDS_LIMIT));
  }
}

function follow(
  errors: FieldError[],
  jsonPath: string,
  node: SchemaNode,
  at: FieldPath,
): SchemaPath | undefined {
  try {
    return schemaPath(jsonPath, node, { keys: false });
  } catch (error) {
    if (!(error instanceof SchemaPathError)) throw error;
    errors.push(FieldError.invalid(at, jsonPath, `is an invalid path: ${error.message}`));
    return undefined;
  }
}
