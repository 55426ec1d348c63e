/**
 * Schemas of version 2 as stock clients can read them. These read the definitions of the whole document, or
 * none of it: one that they do not understand would take all others with it.
 *
 * @module
 */

import { isObject } from "../../toolkit/values/json.ts";
import type { OpenApiSchema } from "./described.ts";

const SCALARS: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

/**
 * The schema without what these clients refuse: less is said then, and nothing that is wrong. What is no
 * schema at all stays as it is.
 */
export function readable(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { $ref, type, properties, items, additionalProperties, allOf, ...rest } = value;
  if (typeof $ref === "string") return withoutBounds({ $ref, ...rest });
  const types = [type ?? []].flat();
  const only = types.length === 1 ? types[0] : undefined;
  const element = Array.isArray(items) && items.length === 1 ? items[0] : items;
  const isList = only === "array" && isObject(element);
  const isUnderstood = only === "object" || isList || SCALARS.has(only);
  // Fields are those of an object, and where no type is said of one.
  const isObjectLike = only === "object" || types.length === 0;
  return {
    ...rest,
    ...(isUnderstood && { type: only }),
    ...(isObjectLike && properties !== undefined && { properties: mapped(properties) }),
    ...(isObjectLike && additionalProperties !== undefined && {
      additionalProperties: readable(additionalProperties),
    }),
    ...(isList && { items: readable(element) }),
    ...(allOf !== undefined && { allOf: Array.isArray(allOf) ? allOf.map(readable) : allOf }),
  };
}

/** What may stand beside a reference. */
function withoutBounds(schema: OpenApiSchema): OpenApiSchema {
  return Object.fromEntries(
    Object.entries(schema).filter(([word]) =>
      word === "$ref" || word === "description" || word === "default" || word.startsWith("x-")
    ),
  );
}

function mapped(properties: unknown): unknown {
  if (!isObject(properties)) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, readable(schema)]),
  );
}
