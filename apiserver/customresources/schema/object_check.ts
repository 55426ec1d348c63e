/**
 * The rules of a schema for objects.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError } from "../../../toolkit/errors/mod.ts";
import { type Correlated, runCorrelated } from "./correlated.ts";
import type { ErrorCollector } from "./error_collector.ts";
import { isObject } from "../../../toolkit/values/json.ts";
import { numberOf } from "./number_check.ts";
import { fieldPlace } from "./place.ts";
import type { Check, CheckOf, Rule } from "./value_check.ts";

/**
 * The check of an object against `properties`, `additionalProperties`, `required`, `minProperties`
 * and `maxProperties`. It returns how many values it looked at.
 */
export function objectCheck(schema: JsonObject, checkOf: CheckOf): Rule<JsonObject> {
  const properties = isObject(schema.properties) ? schema.properties : NO_FIELDS;
  let fields: readonly Field[] | undefined;
  const { additionalProperties } = schema;
  const rest = isObject(additionalProperties) ? checkOf(additionalProperties) : undefined;
  const isClosed = additionalProperties === false;
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const least = numberOf(schema.minProperties);
  const most = numberOf(schema.maxProperties);
  return (object, place, found, old) => {
    if (least !== undefined || most !== undefined) {
      checkCount(Object.keys(object).length, { least, most }, place, found);
    }
    let count = 0;
    if (isClosed || rest !== undefined) {
      for (const name of Object.keys(object)) {
        if (Object.hasOwn(properties, name)) continue;
        // In texts of fields without names of their own a dot comes first even where nothing is before it.
        if (rest !== undefined) {
          count += checkField(rest, object, name, `${place}.${name}`, found, old);
        } else {
          const why = `${place}.${name} in body is a forbidden property`;
          found.invalidAs(place, name, why);
        }
      }
    }
    for (const field of fields ??= fieldsOf(properties)) {
      const { name } = field;
      if (Object.hasOwn(object, name) && object[name] !== undefined) {
        const check = field.check ??= checkOf(field.schema);
        const at = fieldPlace(place, name);
        // The version of an object is that of the request, whatever is stored.
        const isType = place === "" && (name === "apiVersion" || name === "kind");
        count += checkField(check, object, name, at, found, isType ? undefined : old);
      }
    }
    for (const name of required) {
      if (Object.hasOwn(object, name) && object[name] !== undefined) continue;
      found.add(FieldError.required(found.path(`${place}.${name}`)));
    }
    return count;
  };
}

/** A field that a schema tells of. */
interface Field {
  readonly name: string;
  readonly schema: JsonObject;
  /** Made when a value first has the field: few have all of a large schema's. */
  check: Check | undefined;
}

const NO_FIELDS: JsonObject = Object.freeze({});

function fieldsOf(properties: JsonObject): readonly Field[] {
  return Object.keys(properties).map((name) => {
    const schema = properties[name];
    return { name, schema: isObject(schema) ? schema : {}, check: undefined };
  });
}

function checkField(
  check: Check,
  object: JsonObject,
  name: string,
  at: string,
  found: ErrorCollector,
  old: Correlated | undefined,
): number {
  const before = old?.field(name);
  return before === undefined
    ? check(object[name], at, found)
    : runCorrelated(check, object[name], at, found, before);
}

interface Bounds {
  readonly least: number | undefined;
  readonly most: number | undefined;
}

function checkCount(
  count: number,
  { least, most }: Bounds,
  place: string,
  found: ErrorCollector,
): void {
  if (least !== undefined && count < least) {
    found.invalid(place, count, `should have at least ${least} properties`);
  }
  if (most !== undefined && count > most) {
    found.add(FieldError.tooMany(found.path(place), count, most));
  }
}
