/**
 * Brings the parsed JSON of a typed object into canonical form: fields in the order of the table,
 * unset ones absent or zero as the reference writes them, quantities and times in their one
 * spelling, unknown fields dropped. One function a struct, made when first needed.
 *
 * @module
 */

import type { Field, ListType, MapType, ScalarType, StructType, Type } from "../schema/type.ts";
import { MismatchError } from "./error.ts";
import { sortedNames } from "./order.ts";
import {
  emptyExpression,
  isAlwaysWritten,
  isEmptyObject,
  jsonFields,
  lostExpression,
  zeroOf,
} from "./presence.ts";
import { checkRaw, enter, isIndexName, type Reading } from "./raw.ts";
import { CANONICAL } from "./scalars.ts";
import { member, quote, unroll } from "./unroll.ts";
import { type JsonObject, setMember } from "../values/json.ts";

/** A JSON object in memory. */
export type { JsonObject };

/** Returns the canonical form of a value; undefined for one that is as good as absent. */
type Reader = (value: unknown, reading: Reading) => unknown;

const structs = new WeakMap<StructType, Reader>();

/** The canonical form of a struct's JSON. `value` is left as it is. */
export function readStruct(struct: StructType, value: unknown, reading: Reading): JsonObject {
  return structReader(struct)(value, reading) as JsonObject;
}

function structReader(struct: StructType): Reader {
  let reader = structs.get(struct);
  if (reader === undefined) {
    const readFields = unrollFields(struct);
    reader = (value, reading) => {
      if (value === null) value = {};
      if (typeof value !== "object" || Array.isArray(value)) {
        throw new MismatchError(value, struct.name);
      }
      enter(reading);
      const result = readFields(value as JsonObject, reading);
      reading.depth--;
      return result;
    };
    structs.set(struct, reader);
  }
  return reader;
}

type FieldsReader = (value: JsonObject, reading: Reading) => JsonObject;

function unrollFields(struct: StructType): FieldsReader {
  const constants: Record<string, unknown> = { isEmptyObject, countMembers };
  const statements = ["const result = {}; let known = 0;"];
  let index = 0;
  for (const field of jsonFields(struct)) {
    const read = `read${index++}`;
    constants[read] = fieldReader(field);
    statements.push(...fieldStatements(field, read));
  }
  statements.push(
    "if (reading.strict) countMembers(value, known, reading);",
    "return result;",
  );
  return unroll(["value", "reading"], statements, constants);
}

function fieldStatements(field: Field, read: string): string[] {
  const set = `${member("result", field.name)} = x;`;
  const empty = emptyExpression(field);
  const lost = lostExpression(field);
  const settle = lost === undefined ? "" : `if (reading.emptyIsUnset && ${lost}) x = null; `;
  const unlessEmpty = empty === undefined ? settle + set : `if (!(${empty})) ${set}`;
  const statements = [`x = ${member("value", field.name)};`];
  for (const alias of field.aliases) {
    statements.push(
      `if (x === undefined) x = ${member("value", alias)}; else if (${
        member("value", alias)
      } !== undefined) known++;`,
    );
  }
  const absent = !isAlwaysWritten(field)
    ? ""
    : field.type.kind === "struct" && !field.pointer
    ? ` else ${member("result", field.name)} = ${read}(null, reading);`
    : ` else ${member("result", field.name)} = ${
      JSON.stringify(zeroOf(field.type, field.pointer))
    };`;
  statements.push(
    `if (x !== undefined) { known++; x = ${read}(x, reading); if (x !== undefined) { ${unlessEmpty} } }${absent}`,
  );
  return statements;
}

/** Counts the members of an object that came out of a parser, `known` of which have a field. */
function countMembers(object: object, known: number, reading: Reading): void {
  let count = 0;
  for (const _ in object) count++;
  reading.members += count;
  if (count !== known) reading.foundUnknown = true;
}

function fieldReader(field: Field): Reader {
  const read = typeReader(field.type);
  return field.pointer ? orNull(read) : read;
}

function orNull(read: Reader): Reader {
  return (value, reading) => value === null ? null : read(value, reading);
}

function typeReader(type: Type): Reader {
  switch (type.kind) {
    case "struct": {
      // Looked up when first called: types are recursive.
      let read: Reader | undefined;
      return (value, reading) => (read ??= structReader(type))(value, reading);
    }
    case "list":
      return listReader(type);
    case "map":
      return mapReader(type);
    case "raw":
    case "any":
      return (value, reading) => checkRaw(value, reading);
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return unionReader(type);
    default:
      return CANONICAL[type.kind];
  }
}

function listReader(list: ListType): Reader {
  const read = elementReader(list.element, list.pointers);
  return (value, reading) => {
    if (value === null) return null;
    if (!Array.isArray(value)) throw new MismatchError(value, nameOf(list));
    const result = new Array(value.length);
    for (let i = 0; i < value.length; i++) result[i] = read(value[i], reading);
    return result;
  };
}

function mapReader(map: MapType): Reader {
  const read = elementReader(map.value, map.pointers);
  return (value, reading) => {
    if (value === null) return null;
    if (typeof value !== "object" || Array.isArray(value)) {
      throw new MismatchError(value, nameOf(map));
    }
    const result: JsonObject = {};
    const names = sortedNames(value);
    reading.members += names.length;
    for (const name of names) {
      const each = (value as JsonObject)[name];
      if (each === undefined) continue;
      if (isIndexName(name)) reading.foundIndexNames = true;
      setMember(result, name, read(each, reading));
    }
    return result;
  };
}

function elementReader(type: Type, pointers: boolean): Reader {
  const read = typeReader(type);
  if (pointers) return orNull(read);
  // There is no place for a null among bytes in Protobuf, and so in what is stored.
  if (type.kind === "bytes") return (value, reading) => value === null ? "" : read(value, reading);
  return read;
}

/** What Go calls the type. */
export function nameOf(type: Type): string {
  switch (type.kind) {
    case "struct":
      return type.name;
    case "list":
      return `[]${nameOf(type.element)}`;
    case "map":
      return `map[string]${nameOf(type.value)}`;
    default:
      return type.name || type.kind;
  }
}

/** The three unions of a schema with something else. */
function unionReader(type: ScalarType): Reader {
  const struct = type.schema;
  if (struct === undefined) throw new Error(`${quote(type.kind)} without its schema`);
  const schema = typeReader(struct);
  const list = type.kind === "schemaOrBool"
    ? undefined
    : type.kind === "schemaOrArray"
    ? elementReader(struct, false)
    : CANONICAL.string;
  return (value, reading) => {
    if (value === null) return null;
    if (typeof value === "boolean" && type.kind === "schemaOrBool") return value;
    if (!Array.isArray(value) || list === undefined) return schema(value, reading);
    // An empty list says as little as none, and Go writes it as null.
    if (value.length === 0) return null;
    return value.map((each) => list(each, reading));
  };
}
