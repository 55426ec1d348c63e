/**
 * Writes typed objects as the reference's server does: fields in the order of the table, whatever
 * their order in memory, unset ones absent or zero, maps sorted. One function a struct, made when
 * first needed.
 *
 * @module
 */

import type { Field, ListType, MapType, ScalarType, StructType, Type } from "../schema/type.ts";
import { MismatchError } from "./error.ts";
import type { JsonOutput } from "./json_output.ts";
import { type JsonObject, nameOf } from "./json_read.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { sortedNames } from "./order.ts";
import { emptyExpression, isAlwaysWritten, isEmptyObject, jsonFields, zeroOf } from "./presence.ts";
import { rawText } from "./raw.ts";
import { CANONICAL } from "./scalars.ts";
import { member, unroll } from "./unroll.ts";

type Writer = (output: JsonOutput, value: unknown) => void;

const COMMA = 0x2c, COLON = 0x3a;
const OPEN_LIST = 0x5b, CLOSE_LIST = 0x5d, OPEN_OBJECT = 0x7b, CLOSE_OBJECT = 0x7d;

const EMPTY: JsonObject = Object.freeze({});
const encoder = new TextEncoder();
const structs = new WeakMap<StructType, Writer>();

/** Writes a struct, an object of members of any JSON type. */
export function writeStruct(struct: StructType, output: JsonOutput, value: unknown): void {
  structWriter(struct)(output, value);
}

function structWriter(struct: StructType): Writer {
  let writer = structs.get(struct);
  if (writer === undefined) {
    const writeFields = unrollFields(struct);
    writer = (output, value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new MismatchError(value, struct.name);
      }
      if (++output.depth > DEPTH_LIMIT) throw tooDeep();
      // Every field writes a comma first; the first of them becomes the brace.
      const start = output.length;
      writeFields(output, value as JsonObject);
      if (output.length === start) output.byte(OPEN_OBJECT);
      else output.bytes[start] = OPEN_OBJECT;
      output.byte(CLOSE_OBJECT);
      output.depth--;
    };
    structs.set(struct, writer);
  }
  return writer;
}

function tooDeep(): MismatchError {
  return new MismatchError("nesting", `at most ${DEPTH_LIMIT} levels deep`);
}

type FieldsWriter = (output: JsonOutput, value: JsonObject) => void;

function unrollFields(struct: StructType): FieldsWriter {
  const constants: Record<string, unknown> = { isEmptyObject, EMPTY };
  const statements: string[] = [];
  let index = 0;
  for (const field of jsonFields(struct)) {
    const at = index++;
    const prefix = `,${JSON.stringify(field.name)}:`;
    constants[`name${at}`] = encoder.encode(prefix);
    constants[`write${at}`] = typeWriter(field.type);
    const write = `output.prepared(name${at}); write${at}(output, x);`;
    const unset = unsetStatements(field, at, constants);
    const empty = emptyExpression(field);
    // In memory, null always means unset.
    const condition = `x === undefined || x === null${empty === undefined ? "" : ` || ${empty}`}`;
    statements.push(
      `x = ${member("value", field.name)};`,
      ...field.aliases.map((alias) => `if (x === undefined) x = ${member("value", alias)};`),
      `if (${condition}) { ${unset} } else { ${write} }`,
    );
  }
  return unroll(["output", "value"], statements, constants);
}

/** What is written for a field that is unset. */
function unsetStatements(field: Field, at: number, constants: Record<string, unknown>): string {
  if (!isAlwaysWritten(field)) return "";
  if (field.type.kind === "struct" && !field.pointer) {
    return `output.prepared(name${at}); write${at}(output, EMPTY);`;
  }
  const zero = JSON.stringify(zeroOf(field.type, field.pointer));
  constants[`unset${at}`] = encoder.encode(`,${JSON.stringify(field.name)}:${zero}`);
  return `output.prepared(unset${at});`;
}

function typeWriter(type: Type): Writer {
  switch (type.kind) {
    case "struct": {
      let write: Writer | undefined;
      return (output, value) => (write ??= structWriter(type))(output, value);
    }
    case "list":
      return listWriter(type);
    case "map":
      return mapWriter(type);
    case "raw":
    case "any":
      return (output, value) => output.text(rawText(value));
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return unionWriter(type);
    case "string":
      return writeString;
    case "bool":
      return writeBool;
    case "int32":
    case "int64":
    case "uint32":
    case "uint64": {
      const canonical = CANONICAL[type.kind];
      return (output, value) => output.integer(canonical(value) as number | bigint);
    }
    case "float32":
    case "float64": {
      const canonical = CANONICAL[type.kind];
      return (output, value) => output.text(floatText(canonical(value) as number));
    }
    default:
      return scalarWriter(CANONICAL[type.kind]);
  }
}

function writeString(output: JsonOutput, value: unknown): void {
  if (typeof value !== "string") throw new MismatchError(value, "string");
  output.string(value);
}

const TRUE = encoder.encode("true"), FALSE = encoder.encode("false");

function writeBool(output: JsonOutput, value: unknown): void {
  if (typeof value !== "boolean") throw new MismatchError(value, "bool");
  output.prepared(value ? TRUE : FALSE);
}

/** Go and JavaScript print floats alike, but for the negative zero. */
function floatText(value: number): string {
  return Object.is(value, -0) ? "-0" : String(value);
}

function scalarWriter(canonical: (value: unknown) => unknown): Writer {
  return (output, value) => {
    const scalar = canonical(value);
    if (typeof scalar === "string") output.string(scalar);
    else if (scalar === null) output.text("null");
    else output.integer(scalar as number | bigint);
  };
}

function listWriter(list: ListType): Writer {
  const write = elementWriter(list.element, list.pointers);
  return (output, value) => {
    if (!Array.isArray(value)) throw new MismatchError(value, nameOf(list));
    const start = output.length;
    for (let i = 0; i < value.length; i++) {
      output.byte(COMMA);
      write(output, value[i]);
    }
    if (output.length === start) output.byte(OPEN_LIST);
    else output.bytes[start] = OPEN_LIST;
    output.byte(CLOSE_LIST);
  };
}

function mapWriter(map: MapType): Writer {
  const write = elementWriter(map.value, map.pointers);
  return (output, value) => {
    if (typeof value !== "object" || Array.isArray(value)) {
      throw new MismatchError(value, nameOf(map));
    }
    const members = value as JsonObject;
    const start = output.length;
    for (const name of sortedNames(members)) {
      const each = members[name];
      if (each === undefined) continue;
      output.byte(COMMA);
      output.string(name);
      output.byte(COLON);
      write(output, each);
    }
    if (output.length === start) output.byte(OPEN_OBJECT);
    else output.bytes[start] = OPEN_OBJECT;
    output.byte(CLOSE_OBJECT);
  };
}

/** A null in memory is the zero value of an element, unless elements are pointers. */
function elementWriter(type: Type, pointers: boolean): Writer {
  const write = typeWriter(type);
  const zero = type.kind === "bytes" ? "" : zeroOf(type, pointers);
  return (output, value) => {
    if (value !== null && value !== undefined) write(output, value);
    else if (type.kind === "struct" && !pointers) write(output, EMPTY);
    else output.text(JSON.stringify(zero));
  };
}

function unionWriter(type: ScalarType): Writer {
  const schema = typeWriter(type.schema as StructType);
  const element = type.kind === "schemaOrArray" ? schema : writeString;
  return (output, value) => {
    if (typeof value === "boolean" && type.kind === "schemaOrBool") return writeBool(output, value);
    if (!Array.isArray(value) || type.kind === "schemaOrBool") return schema(output, value);
    if (value.length === 0) return output.text("null");
    output.byte(OPEN_LIST);
    value.forEach((each, index) => {
      if (index > 0) output.byte(COMMA);
      element(output, each);
    });
    output.byte(CLOSE_LIST);
  };
}
