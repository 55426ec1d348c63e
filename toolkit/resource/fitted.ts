/**
 * Values as a server leaves them: without what a schema does not know, with its defaults.
 *
 * @module
 */

import { copyJson, isObject, type JsonObject, memberOf, setMember } from "../values/json.ts";
import { fieldOf, fieldsOf, isFree, type Schema } from "./schema.ts";

/** The value by a schema; undefined where nothing stays of it. What is given stays as it is. */
export function fitted(schema: Schema, value: unknown): unknown {
  if (isFree(schema) && schema.type === undefined) return copyJson(value);
  if (value === null) {
    if (schema.nullable === true) return null;
    return schema.default === undefined ? undefined : fitted(schema, schema.default);
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((one) => fitted(items, one) ?? null) : copyJson(value);
  }
  if (!isObject(value)) return value;
  const object: JsonObject = {};
  for (const [name, one] of Object.entries(value)) {
    const field = fieldOf(schema, name);
    const stays = field === undefined || one === undefined ? undefined : fitted(field, one);
    if (stays !== undefined) setMember(object, name, stays);
  }
  for (const [name, field] of Object.entries(fieldsOf(schema))) {
    const { default: otherwise } = field as Schema;
    if (otherwise === undefined || memberOf(object, name) !== undefined) continue;
    // A default may leave out what has one of its own.
    setMember(object, name, fitted(field as Schema, otherwise));
  }
  return object;
}
