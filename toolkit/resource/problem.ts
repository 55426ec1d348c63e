/**
 * What a schema has against a value, but for its rules, which take a server.
 *
 * @module
 */

import { equalJson, isObject, type JsonObject, memberOf } from "../values/json.ts";
import { isOneOf } from "./one_of.ts";
import { EXTENSIONS, fieldOf, fieldsOf, isFree, requiredOf, type Schema } from "./schema.ts";

/** Whether a text has what a pattern looks for. */
export type Matches = (pattern: string, text: string) => boolean;

/** The first problem of a value, as a sentence; undefined where it fits. */
export function problemOf(
  schema: Schema,
  value: unknown,
  path: string,
  matches: Matches,
): string | undefined {
  if (isFree(schema) && schema.type === undefined) return undefined;
  if (value === null) return schema.nullable === true ? undefined : `${path} is null`;
  const type = jsonType(value);
  const wanted = schema[EXTENSIONS.isIntOrString] === true ? ["integer", "string"] : [schema.type];
  if (schema.type !== undefined || wanted.length > 1) {
    const fits = wanted.includes(type) || (type === "integer" && wanted.includes("number"));
    if (!fits) return `${path} is of type ${type}, not ${wanted.join(" or ")}`;
  }
  const { enum: values } = schema;
  if (Array.isArray(values) && !values.some((one) => equalJson(one, value))) {
    return `${path} is none of ${JSON.stringify(values).slice(1, -1)}`;
  }
  switch (type) {
    case "string":
      return problemOfText(schema, value as string, path, matches);
    case "integer":
    case "number":
      return problemOfNumber(schema, Number(value), path);
    case "array":
      return problemOfList(schema, value as unknown[], path, matches);
    case "object":
      return problemOfObject(schema, value as JsonObject, path, matches);
  }
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint" || Number.isInteger(value)) return "integer";
  return typeof value;
}

function problemOfText(
  schema: Schema,
  text: string,
  path: string,
  matches: Matches,
): string | undefined {
  const { pattern, format } = schema;
  // Characters are counted, not code units.
  const size = schema.minLength === undefined && schema.maxLength === undefined
    ? 0
    : [...text].length;
  const count = outside(schema, size, "Length");
  if (count !== undefined) return `${path} has ${size} characters, ${count}`;
  if (typeof pattern === "string" && !matches(pattern, text)) return `${path} is not ${pattern}`;
  const isTime = format === "date-time" || format === "datetime";
  if (isTime && Number.isNaN(Date.parse(text))) return `${path} is no time`;
}

function problemOfNumber(schema: Schema, number: number, path: string): string | undefined {
  const { minimum = -Infinity, maximum = Infinity, multipleOf } = schema as Record<string, number>;
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const tooSmall = number < minimum || (exclusiveMinimum === true && number === minimum);
  const tooLarge = number > maximum || (exclusiveMaximum === true && number === maximum);
  if (tooSmall) return `${path} is ${number}, less than it may be`;
  if (tooLarge) return `${path} is ${number}, more than it may be`;
  if (multipleOf === undefined) return undefined;
  if (number % multipleOf !== 0) {
    return `${path} is ${number}, no multiple of ${multipleOf}`;
  }
}

function problemOfList(
  schema: Schema,
  list: readonly unknown[],
  path: string,
  matches: Matches,
): string | undefined {
  const count = outside(schema, list.length, "Items");
  if (count !== undefined) return `${path} has ${list.length} elements, ${count}`;
  const { items } = schema;
  for (const [index, one] of list.entries()) {
    const problem = isObject(items) && problemOf(items, one, `${path}[${index}]`, matches);
    if (problem) return problem;
  }
  const keys = listKeys(schema, list);
  if (keys !== undefined && new Set(keys).size < keys.length) {
    return `${path} has the same element twice`;
  }
}

/** What tells the elements of a set or a list map apart; undefined for other lists. */
export function listKeys(schema: Schema, list: readonly unknown[]): string[] | undefined {
  const kind = schema[EXTENSIONS.listType];
  if (kind === "set") return list.map(sortedText);
  if (kind !== "map") return undefined;
  const names = schema[EXTENSIONS.listMapKeys] as readonly string[];
  return list.map((one) =>
    sortedText(names.map((name) => isObject(one) ? memberOf(one, name) ?? null : null))
  );
}

/** One text for all spellings of the same JSON. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, one) => {
    if (typeof one === "bigint") return Number(one);
    if (!isObject(one)) return one;
    return Object.entries(one).sort(([a], [b]) => a < b ? -1 : a > b ? 1 : 0);
  });
}

function problemOfObject(
  schema: Schema,
  object: JsonObject,
  path: string,
  matches: Matches,
): string | undefined {
  const names = Object.keys(object).filter((name) => object[name] !== undefined);
  const count = outside(schema, names.length, "Properties");
  if (count !== undefined) return `${path} has ${names.length} fields, ${count}`;
  for (const name of requiredOf(schema)) {
    if (memberOf(object, name) === undefined) return `${path}.${name} is missing`;
  }
  for (const name of names) {
    const field = fieldOf(schema, name);
    if (field === undefined) return `${path}.${name} is no field`;
    const problem = problemOf(field, object[name], `${path}.${name}`, matches);
    if (problem !== undefined) return problem;
  }
  if (isOneOf(schema)) {
    const found = names.filter((name) => Object.hasOwn(fieldsOf(schema), name));
    if (found.length !== 1) return `${path} has ${found.length} of what it must have one of`;
  }
}

function outside(schema: Schema, size: number, what: string): string | undefined {
  const [least, most] = [schema[`min${what}`], schema[`max${what}`]];
  if (typeof least === "number" && size < least) return `fewer than ${least}`;
  if (typeof most === "number" && size > most) return `more than ${most}`;
}
