/**
 * The words of schemas: which there are for which type, and what to write in the place of others.
 *
 * @module
 */

import { EXTENSIONS } from "./schema.ts";

/** Words that say nothing of values, and are left out. */
export const SILENT: ReadonlySet<string> = new Set(["$id", "$schema", "$comment", "examples"]);

/** Words of every type. */
export const COMMON = ["type", "description", "title", "default", "nullable", EXTENSIONS.rules];

const RANGE = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** Words of one type; "" is of values of any type. */
export const WORDS: Readonly<Record<string, readonly string[]>> = {
  string: ["enum", "pattern", "format", "minLength", "maxLength"],
  integer: ["enum", "format", ...RANGE],
  number: ["enum", "format", ...RANGE],
  boolean: ["enum"],
  array: ["items", "minItems", "maxItems", EXTENSIONS.listType, EXTENSIONS.listMapKeys],
  object: [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "oneOf",
    "minProperties",
    "maxProperties",
    EXTENSIONS.preserves,
    EXTENSIONS.isEmbedded,
    EXTENSIONS.mapType,
  ],
  "": [
    "anyOf",
    "minLength",
    "maxLength",
    "pattern",
    EXTENSIONS.isIntOrString,
    EXTENSIONS.preserves,
  ],
};

/** What to write in the place of a word that has no place in a definition. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ["anyOf", "write Type.OneOf() of objects, or Type.IntOrString()"],
  ["oneOf", "write Type.OneOf() with a member for each case"],
  ["allOf", "write one Type.Object() with the properties of all"],
  ["not", "write a rule"],
  ["if", "write a rule"],
  ["then", "write a rule"],
  ["else", "write a rule"],
  ["const", "write Type.Enum() with that text alone"],
  ["$ref", "write the type itself, or Type.Preserve() where it holds itself"],
  ["$defs", "write the types where they are used"],
  ["definitions", "write the types where they are used"],
  ["prefixItems", "write Type.Object() with a name for each element"],
  ["additionalItems", "write Type.Array() with one type for all elements"],
  ["unevaluatedItems", "write Type.Array() with one type for all elements"],
  ["contains", "write a rule: self.exists(x, …)"],
  ["uniqueItems", "write Type.ListSet()"],
  ["patternProperties", "write Type.Record(), and a rule for the names"],
  ["propertyNames", "write a rule: self.all(name, …)"],
  ["dependencies", "write a rule"],
  ["dependentRequired", "write a rule"],
  ["dependentSchemas", "write a rule"],
]);

/** What to do about a word that can't be there. */
export function insteadOf(word: string): string {
  return INSTEAD.get(word) ?? "leave it out, or write a rule";
}

/** What to write for values of types that JSON does not have. */
export const TYPES_INSTEAD: ReadonlyMap<string, string> = new Map([
  ["null", "write Type.Optional() for what may not be there"],
  ["bigint", "write Type.Integer(), or Type.String() for more than 53 bits"],
  ["Date", "write Type.Time()"],
  ["Uint8Array", 'write Type.String({ format: "byte" })'],
]);

/** The formats that servers know: one that they don't know would be looked at by nobody. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: [
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "date-time",
    "datetime",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8s-long-name",
    "k8s-short-name",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
  ],
  integer: ["int32", "int64"],
  number: ["float", "double"],
};

/** The formats of a type's values. */
export function formatsOf(type: string): readonly string[] {
  return FORMATS[type] ?? [];
}
