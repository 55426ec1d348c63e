/**
 * Values of expressions from JSON, by the schema of it: looked at as far as an expression looks.
 *
 * @module
 */

import type { JsonObject } from "../codec/mod.ts";
import { parseDurationText, parseTimestamp } from "./library/time_text.ts";
import {
  type CelSchema,
  extensionOf,
  namesOf,
  plainName,
  withObjectFields,
} from "./schema_type.ts";
import { CelError } from "./source.ts";
import {
  type Adapt,
  CelList,
  CelMap,
  Duration,
  equalValues,
  JsonList,
  JsonMap,
  KEY_STEPS,
  OpaqueValue,
  Timestamp,
  Uint,
  type Value,
  ValueList,
} from "./values.ts";
import { work } from "./work.ts";
import { isObject } from "../values/json.ts";

/** Schemas stay as they are, so each has one adapter. */
const adapters = new WeakMap<CelSchema, Adapt>();
const rootAdapters = new WeakMap<CelSchema, Adapt>();

/**
 * What makes values of JSON that has this schema. They throw a CelError where JSON isn't what the
 * schema says. `isRoot`: as for `typeOfSchema`.
 */
export function adapterOfSchema(schema: CelSchema, isRoot = false): Adapt {
  const made = isRoot ? rootAdapters : adapters;
  const known = made.get(schema);
  if (known !== undefined) return known;
  const adapt = nullable(schema, adapter(isRoot ? withObjectFields(schema) : schema));
  made.set(schema, adapt);
  return adapt;
}

function nullable(schema: CelSchema, adapt: Adapt): Adapt {
  const allowed = schema.nullable === true;
  return (json) => {
    if (json !== null && json !== undefined) return adapt(json);
    if (allowed) return null;
    throw new CelError("invalid data, got null for schema with nullable=false");
  };
}

function adapter(schema: CelSchema): Adapt {
  if (extensionOf(schema, "int-or-string") === true) return intOrString;
  switch (schema.type) {
    case "object":
      return objectAdapter(schema);
    case "array":
      return listAdapter(schema);
    case "string":
      return stringAdapter(schema);
    case "number":
      return (json) =>
        typeof json === "number" || typeof json === "bigint" ? Number(json) : wrong("float", json);
    case "integer":
      return (json) => integer(json) ?? wrong("int", json);
    case "boolean":
      return (json) => typeof json === "boolean" ? json : wrong("bool", json);
    default:
      return (json) => new UnknownJson(json);
  }
}

function wrong(wanted: string, json: unknown): never {
  const found = Array.isArray(json) ? "list" : typeof json === "object" ? "map" : typeof json;
  throw new CelError(`invalid data, expected ${wanted}, got ${found}`);
}

function integer(json: unknown): bigint | undefined {
  if (typeof json === "bigint") return json;
  return Number.isInteger(json) ? BigInt(json as number) : undefined;
}

function intOrString(json: unknown): Value {
  if (typeof json === "string") return json;
  return integer(json) ??
    wrong("XIntOrString value to be either a string or integer", json);
}

function stringAdapter({ format }: CelSchema): Adapt {
  const read = STRING_FORMATS[format ?? ""] ?? ((text: string) => text);
  return (json) => typeof json === "string" ? read(json) : wrong("string", json);
}

const STRING_FORMATS: Readonly<Record<string, (text: string) => Value>> = {
  byte: bytesOf,
  duration: (text) => reading("duration", text, parseDurationText),
  date: (text) =>
    reading("date formatted string", text, (date) => parseTimestamp(`${date}T00:00:00Z`)),
  "date-time": (text) => reading("date-time formatted string", text, parseTimestamp),
};

function reading(what: string, text: string, read: (text: string) => Value): Value {
  try {
    return read(text);
  } catch (error) {
    throw new CelError(`Invalid ${what} ${text}: ${(error as Error).message}`);
  }
}

function bytesOf(text: string): Uint8Array {
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    throw new CelError(`Invalid byte formatted string ${text}: ${(error as Error).message}`);
  }
}

function objectAdapter(schema: CelSchema): Adapt {
  const embedded = extensionOf(schema, "embedded-resource") === true;
  const { properties, additionalProperties: values } = embedded ? withObjectFields(schema) : schema;
  if (properties === undefined && typeof values === "object" && values !== null) {
    const adapt = adapterOfSchema(values);
    return (json) => isObject(json) ? new JsonMap(json, adapt) : wrong("a map", json);
  }
  const fields = new Fields(properties ?? {});
  return (json) => isObject(json) ? new FieldMap(json, fields) : wrong("a map", json);
}

/** The fields that a schema tells, by how expressions spell them. */
class Fields {
  readonly #properties: Readonly<Record<string, CelSchema>>;
  readonly #adapters = new Map<string, readonly [string, Adapt] | undefined>();
  #names: Map<string, string> | undefined;

  constructor(properties: Readonly<Record<string, CelSchema>>) {
    this.#properties = properties;
  }

  /** By how expressions spell them. */
  get names(): ReadonlyMap<string, string> {
    return this.#names ??= namesOf(this.#properties);
  }

  knows(name: string): boolean {
    return Object.hasOwn(this.#properties, name);
  }

  /** The name of a field in JSON, and what makes values of it. */
  find(escaped: string): readonly [string, Adapt] | undefined {
    const found = this.#adapters.get(escaped);
    if (found !== undefined || this.#adapters.has(escaped)) return found;
    const name = this.names.get(escaped) ?? plainName(this.#properties, escaped);
    const schema = name === undefined ? undefined : this.#properties[name];
    // What is asked for and isn't there is not remembered: expressions can ask for anything.
    if (name === undefined || schema === undefined) return undefined;
    const made = [name, adapterOfSchema(schema)] as const;
    this.#adapters.set(escaped, made);
    return made;
  }
}

/** An object whose schema tells its fields. Null is as good as nothing. */
class FieldMap extends CelMap {
  constructor(readonly json: JsonObject, readonly fields: Fields) {
    super();
  }

  override get isOfSchema(): boolean {
    return true;
  }

  override get size(): number {
    const { length } = Object.keys(this.json);
    work(length * KEY_STEPS);
    return length;
  }

  override *keys(): Iterable<Value> {
    work(this.fields.names.size);
    for (const [escaped, name] of this.fields.names) {
      if (Object.hasOwn(this.json, name) && this.json[name] !== null) yield escaped;
    }
  }

  override get(key: Value): Value | undefined {
    if (typeof key !== "string") throw new CelError("no such overload");
    const field = this.fields.find(key);
    if (field === undefined) return undefined;
    const [name, adapt] = field;
    if (!Object.hasOwn(this.json, name)) return undefined;
    const value = this.json[name];
    return value === null || value === undefined ? undefined : adapt(value);
  }

  override equals(other: CelMap): boolean {
    if (this.size !== other.size) return false;
    for (const key of this.keys()) {
      const [mine, theirs] = [this.get(key), other.get(key)];
      if (mine === undefined || theirs === undefined || !equalValues(mine, theirs)) return false;
    }
    if (!(other instanceof FieldMap)) return true;
    // What the schema doesn't tell is compared as it stands.
    const names = Object.keys(this.json);
    work(names.length * KEY_STEPS);
    return names.every((name) =>
      this.fields.knows(name) || !Object.hasOwn(other.json, name) ||
      equalJson(this.json[name], other.json[name])
    );
  }
}

/** JSON that no schema tells: it can be compared, and nothing else. */
class UnknownJson extends OpaqueValue {
  override readonly typeName = "unknown";

  constructor(readonly json: unknown) {
    super();
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof UnknownJson && equalJson(this.json, other.json);
  }
}

function equalJson(one: unknown, other: unknown): boolean {
  work(KEY_STEPS);
  if (one === other) return true;
  if (Array.isArray(one)) {
    return Array.isArray(other) && one.length === other.length &&
      one.every((element, index) => equalJson(element, other[index]));
  }
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && equalJson(one[name], other[name]));
}

function listAdapter(schema: CelSchema): Adapt {
  const { items } = schema;
  if (items === undefined) {
    return () => {
      throw new CelError("invalid array type, expected Items with a non-empty Schema");
    };
  }
  const adapt = adapterOfSchema(items);
  const list = (json: unknown) =>
    Array.isArray(json) ? new JsonList(json, adapt) : wrong("an array", json);
  switch (extensionOf(schema, "list-type")) {
    case "set":
      return (json) => new UnorderedList(list(json), scalarKey);
    case "map": {
      const named = extensionOf(schema, "list-map-keys");
      const keys = Array.isArray(named) ? named.map(String) : [];
      return (json) => new UnorderedList(list(json), (value) => compoundKey(value, keys));
    }
    default:
      return list;
  }
}

/** What tells elements apart. */
type KeyOf = (value: Value) => string;

function scalarKey(value: Value | undefined): string {
  if (typeof value === "number" || typeof value === "bigint") return `n${value}`;
  if (value instanceof Uint) return `n${value.value}`;
  if (value instanceof Timestamp || value instanceof Duration) return `t${value.nanos}`;
  if (value instanceof Uint8Array) return `b${value.toBase64()}`;
  if (typeof value === "string") return `s${value}`;
  return typeof value === "boolean" ? `b${value}` : "";
}

function compoundKey(value: Value, names: readonly string[]): string {
  if (!(value instanceof CelMap)) return "";
  return names.map((name) => {
    const key = scalarKey(value.get(name));
    return `${key.length}:${key}`;
  }).join("");
}

/**
 * A list whose elements are told apart by a key: its order says nothing. Adding puts another's
 * elements in the place of those with the same key, or at the end.
 */
class UnorderedList extends CelList {
  readonly #list: CelList;
  readonly #keyOf: KeyOf;
  #byKey: Map<string, Value> | undefined;

  constructor(list: CelList, keyOf: KeyOf) {
    super();
    this.#list = list;
    this.#keyOf = keyOf;
  }

  override get isOfSchema(): boolean {
    return true;
  }

  override get size(): number {
    return this.#list.size;
  }

  override at(index: number): Value {
    return this.#list.at(index);
  }

  override equals(other: CelList): boolean {
    if (this.size !== other.size) return false;
    this.#byKey ??= new Map(Array.from(this, (one) => [this.#keyOf(one), one]));
    for (const one of other) {
      const mine = this.#byKey.get(this.#keyOf(one));
      if (mine === undefined || !equalValues(mine, one)) return false;
    }
    return true;
  }

  override concat(other: CelList): CelList {
    const all = new Map<string, Value>();
    for (const list of [this, other]) {
      for (const one of list) all.set(this.#keyOf(one), one);
    }
    return new UnorderedList(new ValueList([...all.values()]), this.#keyOf);
  }
}
