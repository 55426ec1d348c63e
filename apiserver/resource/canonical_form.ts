/**
 * The one form in which objects of a kind are compared, tracked and stored.
 *
 * @module
 */

import { canonicalObject, type JsonObject } from "../../toolkit/codec/mod.ts";
import { copyJson } from "../../toolkit/values/json.ts";
import type { FormOptions } from "./object_shape.ts";
import type { ServedResource } from "./served_resource.ts";

/**
 * An object in the form of its kind, by its built-in type or its schema. It shares nothing with
 * `object` that may be changed. Paths of fields that the kind doesn't know end in `problems`, where
 * these are asked for. Throws CodecError for what is no object of the kind at all.
 */
export function canonicalForm(
  { type, shape }: Pick<ServedResource, "type" | "shape">,
  object: JsonObject,
  problems?: string[],
  options: FormOptions = {},
): JsonObject {
  if (type !== undefined) {
    return canonicalObject(type, object, problems === undefined ? {} : { problems });
  }
  const copy = copyJson(object) as JsonObject;
  return shape?.canonical(copy, problems, options) ?? copy;
}
