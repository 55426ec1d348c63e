/**
 * Random values that fit a structural schema, but for its rules.
 *
 * @module
 */

import fc from "../../toolkit/deps/fast_check.ts";
import { isOneOf } from "../../toolkit/resource/one_of.ts";
import { problemOf } from "../../toolkit/resource/problem.ts";
import {
  EXTENSIONS,
  fieldsOf,
  isFree,
  requiredOf,
  type Schema,
} from "../../toolkit/resource/schema.ts";
import { isObject, type JsonObject, setMember } from "../../toolkit/values/json.ts";
import type { Random } from "../random_objects.ts";

/** Nesting after which optional fields are left out. */
const DEPTH_LIMIT = 6;
const ITEMS_LIMIT = 3;
/** So often one value is tried that has to fit what is only seen when it is whole. */
const TRIES = 50;
const SPREAD = 1000;
const NAMES = ["a", "b", "web", "x-1", "constructor", "é"];
const TEXTS = [
  "",
  "a",
  "web-1",
  "10",
  "07",
  "2Gi",
  "500m",
  "eu",
  "é😀",
  "a b",
  "null",
  "true",
  "1e3",
];
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  "date-time": ["2026-01-02T03:04:05Z", "1969-12-31T23:59:59Z", "2026-01-02T03:04:05.678Z"],
  "date": ["2026-01-02", "1969-12-31"],
  "duration": ["1h30m", "0s", "90s"],
  "uuid": ["00000000-0000-4000-8000-000000000001"],
  "email": ["a@example.com"],
  "uri": ["https://example.com/a"],
  "hostname": ["a.example.com"],
  "ipv4": ["10.0.0.1"],
  "ipv6": ["::1"],
  "byte": ["", "YQ=="],
};

/** Undefined: after some tries, none was found that fits. Fields with a default are always there. */
export function randomValue(schema: Schema, random: Random): unknown {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const value = valueOf(schema, random, 0);
    if (problemOf(schema, value, "", matches) === undefined) return value;
  }
  return undefined;
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(pattern, "u").test(text);
}

function valueOf(schema: Schema, random: Random, depth: number): unknown {
  const { enum: values, default: given } = schema;
  if (Array.isArray(values)) return random.pick(values);
  if (given !== undefined && random.chance(30)) return structuredClone(given);
  if (schema[EXTENSIONS.isIntOrString] === true) {
    return random.chance(50) ? random.below(SPREAD) : `${random.below(100)}%`;
  }
  if (isFree(schema) && schema.type === undefined) return random.pick([1, "a", true, { a: [1] }]);
  switch (schema.type) {
    case "object":
      return objectOf(schema, random, depth);
    case "array":
      return listOf(schema, random, depth);
    case "boolean":
      return random.chance(50);
    case "integer":
      return numberOf(schema, random, true);
    case "number":
      return numberOf(schema, random, false);
    default:
      return textOf(schema, random);
  }
}

function objectOf(schema: Schema, random: Random, depth: number): JsonObject {
  const fields = Object.entries(fieldsOf(schema)) as [string, Schema][];
  const made: JsonObject = {};
  if (isOneOf(schema) && fields.length > 0) {
    const [name, field] = random.pick(fields);
    setMember(made, name, valueOf(field, random, depth + 1));
    return made;
  }
  const required = new Set(requiredOf(schema));
  for (const [name, field] of fields) {
    const isWanted = required.has(name) || field.default !== undefined ||
      depth < DEPTH_LIMIT && random.chance(60);
    if (isWanted) setMember(made, name, valueOf(field, random, depth + 1));
  }
  const { additionalProperties } = schema;
  if (isObject(additionalProperties) && depth < DEPTH_LIMIT) {
    for (let count = random.below(ITEMS_LIMIT + 1); count > 0; count--) {
      setMember(made, random.pick(NAMES), valueOf(additionalProperties, random, depth + 1));
    }
  }
  return made;
}

function listOf(schema: Schema, random: Random, depth: number): unknown[] {
  const { items, minItems = 0, maxItems = Infinity } = schema;
  const least = Number(minItems);
  const count = Math.min(Number(maxItems), least + (depth < DEPTH_LIMIT ? random.below(3) : 0));
  const keys = schema[EXTENSIONS.listMapKeys];
  const seen = new Set<string>();
  const list: unknown[] = [];
  for (let attempt = 0; list.length < count && attempt < TRIES; attempt++) {
    const item = valueOf(isObject(items) ? items : {}, random, depth + 1);
    const id = Array.isArray(keys) && isObject(item)
      ? JSON.stringify(keys.map((key) => item[String(key)]))
      : JSON.stringify(item);
    const isUnique = schema[EXTENSIONS.listType] === "set" || Array.isArray(keys);
    if (isUnique && seen.has(id)) continue;
    seen.add(id);
    list.push(item);
  }
  return list;
}

function numberOf(schema: Schema, random: Random, isWhole: boolean): number {
  const { minimum, maximum, multipleOf } = schema;
  const low = minimum === undefined ? Math.min(-5, Number(maximum ?? 0) - SPREAD) : Number(minimum);
  const high = maximum === undefined ? low + SPREAD : Number(maximum);
  const step = multipleOf === undefined ? isWhole ? 1 : 0.25 : Number(multipleOf);
  const first = Math.ceil(low / step);
  const last = Math.floor(high / step);
  return (first + random.below(Math.min(last - first + 1, 2 ** 30))) * step;
}

function textOf(schema: Schema, random: Random): string {
  const { pattern, format, minLength, maxLength } = schema;
  if (typeof pattern === "string") {
    const options = { seed: random.below(2 ** 30), numRuns: 1 };
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), options)[0]!;
  }
  if (typeof format === "string" && FORMATS[format] !== undefined) {
    return random.pick(FORMATS[format]);
  }
  const text = random.pick(TEXTS);
  const least = Number(minLength ?? 0);
  return [...text.padEnd(least, "x")].slice(0, Number(maxLength ?? Infinity)).join("");
}
