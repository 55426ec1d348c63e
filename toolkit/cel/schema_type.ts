/**
 * Types of expressions from schemas of objects (structural ones, as definitions of custom resources
 * hold them), with how large values can get: what a schema doesn't bound, the largest request does.
 *
 * @module
 */

import { DIALECTS, NAMES } from "../names.ts";
import { escapeField, isReserved } from "./field_names.ts";
import { type CelType, listOf, mapOf, type ObjectType, type ScalarType, STRING } from "./type.ts";

/** What counts of a schema here; the rest of it may be there. */
export interface CelSchema {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly nullable?: boolean | undefined;
  readonly default?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly maxLength?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly maxProperties?: number | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: CelSchema | undefined;
  readonly properties?: Readonly<Record<string, CelSchema>> | undefined;
  readonly additionalProperties?: boolean | CelSchema | undefined;
  /** Keywords beyond the standard: see {@link SchemaExtension}. */
  readonly [extension: `x-${string}`]: unknown;
}

/** Keywords beyond the standard: they start with the prefix of a dialect, of either. */
export type SchemaExtension =
  | "int-or-string"
  | "preserve-unknown-fields"
  | "embedded-resource"
  | "list-type"
  | "list-map-keys";

const PREFIXES = DIALECTS.map((dialect) => NAMES[dialect].definitionExtensionPrefix);

/** The value of an extension keyword. */
export function extensionOf(schema: CelSchema, name: SchemaExtension): unknown {
  for (const prefix of PREFIXES) {
    const value = (schema as Readonly<Record<string, unknown>>)[prefix + name];
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The largest request, in bytes: no value is larger. */
const REQUEST_LIMIT_BYTES = 3 * 1024 * 1024;
/** Quotes or brackets around a value take two. */
const LARGEST_CONTENT_BYTES = REQUEST_LIMIT_BYTES - 2;
/** A code point in UTF-8. */
const BYTES_PER_CHARACTER = 4;

/** Shortest and longest text of formats that have such, quotes included. */
const FORMATS: Readonly<
  Record<string, { readonly kind: "duration" | "timestamp"; readonly min: number; max: number }>
> = {
  duration: { kind: "duration", min: 3, max: 32 },
  date: { kind: "timestamp", min: 12, max: 12 },
  "date-time": { kind: "timestamp", min: 21, max: 32 },
};

/**
 * The type of values of a schema; undefined where expressions can't look at them. `name` is what
 * object types inside are called; a root, or an embedded resource, has `apiVersion`, `kind` and
 * `metadata` whether its schema tells them or not.
 */
export function typeOfSchema(schema: CelSchema, name: string, isRoot = false): CelType | undefined {
  if (extensionOf(schema, "int-or-string") === true) {
    const { maxLength } = schema;
    return sized(
      "dyn",
      maxLength === undefined ? LARGEST_CONTENT_BYTES : atLeast0(maxLength) * BYTES_PER_CHARACTER,
    );
  }
  switch (schema.type) {
    case "array":
      return listType(schema, name);
    case "object":
      return objectOrMapType(isRoot ? withObjectFields(schema) : schema, name);
    case "string":
      return stringType(schema);
    case "boolean":
      return sized("bool", 0);
    case "number":
      return sized("double", 0);
    case "integer":
      return sized("int", 0);
    default:
      return undefined;
  }
}

function sized(kind: ScalarType["kind"], maxSize: number): ScalarType {
  return { kind, maxSize };
}

function atLeast0(limit: number): number {
  return Math.max(0, limit);
}

function typeInside(schema: CelSchema, name: string): CelType | undefined {
  return typeOfSchema(schema, name, extensionOf(schema, "embedded-resource") === true);
}

function listType({ items, maxItems }: CelSchema, name: string): CelType | undefined {
  const element = items && typeInside(items, `${name}.@idx`);
  if (items === undefined || element === undefined) return undefined;
  const most = maxItems === undefined
    ? Math.floor(LARGEST_CONTENT_BYTES / ((smallest(items) ?? 0) + 1))
    : atLeast0(maxItems);
  return listOf(element, most);
}

/** `"k":v,` around a value, with an empty key. */
const ENTRY_BYTES = 6;

function objectOrMapType(schema: CelSchema, name: string): CelType | undefined {
  const { additionalProperties: values, maxProperties } = schema;
  if (typeof values !== "object" || values === null) return new SchemaObjectType(schema, name);
  const value = typeInside(values, `${name}.@elem`);
  if (value === undefined) return undefined;
  const most = maxProperties === undefined
    ? Math.floor(LARGEST_CONTENT_BYTES / ((smallest(values) ?? 0) + ENTRY_BYTES))
    : atLeast0(maxProperties);
  return mapOf({ ...STRING, maxSize: 0 }, value, most);
}

function stringType({ format = "", maxLength, enum: values = [] }: CelSchema): CelType {
  const known = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (known !== undefined) return sized(known.kind, known.max);
  if (format === "byte") {
    return sized("bytes", maxLength === undefined ? LARGEST_CONTENT_BYTES : atLeast0(maxLength));
  }
  if (maxLength !== undefined) return sized("string", atLeast0(maxLength) * BYTES_PER_CHARACTER);
  if (values.length === 0) return sized("string", LARGEST_CONTENT_BYTES);
  const lengths = values.map((value) => typeof value === "string" ? utf8Length(value) : 0);
  return sized("string", lengths.reduce((most, length) => Math.max(most, length), 0));
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** An object whose fields have types as soon as somebody asks for them. */
class SchemaObjectType implements ObjectType {
  readonly kind = "object";
  readonly name: string;
  readonly maxSize = 0;
  readonly #schema: CelSchema;
  readonly #fields = new Map<string, CelType | undefined>();
  #names: Map<string, string> | undefined;

  constructor(schema: CelSchema, name: string) {
    this.#schema = schema;
    this.name = name;
  }

  field(name: string): CelType | undefined {
    if (this.#fields.has(name)) return this.#fields.get(name);
    const property = this.#property(name);
    const type = property && typeInside(property, `${this.name}.${name}`);
    this.#fields.set(name, type);
    return type;
  }

  #property(escaped: string): CelSchema | undefined {
    const { properties = {} } = this.#schema;
    this.#names ??= namesOf(properties);
    const name = this.#names.get(escaped) ?? plainName(properties, escaped);
    return name === undefined ? undefined : properties[name];
  }
}

/** Names of properties by how expressions spell them. */
export function namesOf(properties: Readonly<Record<string, unknown>>): Map<string, string> {
  const names = new Map<string, string>();
  for (const name of Object.keys(properties)) {
    const escaped = escapeField(name);
    if (escaped !== undefined) names.set(escaped, name);
  }
  return names;
}

/** The name of a property that is a word of the language, spelled as it is. */
export function plainName(
  properties: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  return isReserved(name) && Object.hasOwn(properties, name) ? name : undefined;
}

const TEXT: CelSchema = { type: "string" };
const OBJECT_FIELDS: Readonly<Record<string, CelSchema>> = {
  apiVersion: TEXT,
  kind: TEXT,
  metadata: { type: "object", properties: { name: TEXT, generateName: TEXT } },
};

/** What every object has, whatever its schema says of it. */
export function withObjectFields(schema: CelSchema): CelSchema {
  const { apiVersion, kind, metadata } = schema.properties ?? {};
  const { name, generateName } = metadata?.properties ?? {};
  const all = [apiVersion, kind, name, generateName];
  const told = metadata?.type === "object" && all.every((field) => field?.type === "string");
  return told ? schema : { ...schema, properties: { ...schema.properties, ...OBJECT_FIELDS } };
}

const SMALLEST: Readonly<Record<string, number>> = { boolean: 4, number: 1, integer: 1 };

/** Schemas that were asked for: those of lists in lists would be gone through again and again. */
const known = new WeakMap<CelSchema, number | undefined>();

/** The fewest bytes that a value takes in a request; undefined: expressions can't look at it. */
function smallest(schema: CelSchema): number | undefined {
  if (!known.has(schema)) known.set(schema, smallestOf(schema));
  return known.get(schema);
}

function smallestOf(schema: CelSchema): number | undefined {
  if (extensionOf(schema, "int-or-string") === true) return 1;
  const { type = "", format = "", items, additionalProperties: values } = schema;
  switch (type) {
    case "array":
      return items === undefined || smallest(items) === undefined ? undefined : 2;
    case "object":
      if (typeof values !== "object" || values === null) return smallestObject(schema);
      return smallest(values) === undefined ? undefined : 2;
    case "string":
      return Object.hasOwn(FORMATS, format) ? FORMATS[format]?.min : 2;
    default:
      return SMALLEST[type];
  }
}

/** Two brackets, and each field that must be there: its name, quotes, colon, comma, and value. */
function smallestObject({ properties = {}, required = [] }: CelSchema): number {
  let size = 2;
  for (const name of new Set(required)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    // What has a default may be left out: it is filled in later.
    if (property === undefined || property.default !== undefined) continue;
    const value = smallest(property);
    if (value !== undefined) size += utf8Length(name) + value + 4;
  }
  return size;
}
