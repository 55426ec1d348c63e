/**
 * Writes typed objects as Protobuf messages, byte for byte as the reference does: fields by number,
 * scalars even when zero, maps sorted. One function a struct, made when first needed. As the output
 * is filled from its end, everything here runs backwards: the last field first, and of each field
 * the value before the tag.
 *
 * @module
 */

import { parseDuration } from "../values/duration.ts";
import {
  type Field,
  isTypeMeta,
  type ListType,
  type MapType,
  type ScalarType,
  type StructType,
  type Type,
} from "../schema/type.ts";
import { CodecError, DepthError, MismatchError } from "./error.ts";
import { type JsonObject, nameOf } from "./json_read.ts";
import { DEPTH_LIMIT } from "./limits.ts";
import { sortedNames } from "./order.ts";
import type { ProtobufOutput } from "./protobuf_output.ts";
import { rawText } from "./raw.ts";
import { bytesOfBase64, CANONICAL } from "./scalars.ts";
import { secondsOf, timeOf } from "./times.ts";
import { member, unroll } from "./unroll.ts";

/** Writes a value with its tag. */
type Writer = (output: ProtobufOutput, value: unknown) => void;

/** The wire types. */
export const VARINT = 0, FIXED64 = 1, DELIMITED = 2;

const EMPTY: JsonObject = Object.freeze({});
const structs = new WeakMap<StructType, Writer>();

/** Writes the fields of a struct: a message without tag and length. */
export function writeMessage(struct: StructType, output: ProtobufOutput, value: unknown): void {
  messageWriter(struct)(output, value);
}

function messageWriter(struct: StructType): Writer {
  let writer = structs.get(struct);
  if (writer === undefined) {
    const writeFields = unrollFields(struct);
    writer = (output, value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new MismatchError(value, struct.name);
      }
      if (++output.depth > DEPTH_LIMIT) {
        throw new DepthError();
      }
      writeFields(output, value as JsonObject);
      output.depth--;
    };
    structs.set(struct, writer);
  }
  return writer;
}

/** The fields that are part of the message, by number. */
export function protobufFields(struct: StructType): Field[] {
  if (!struct.hasProtobuf) throw new CodecError(`protobuf: ${struct.name} has no Protobuf form`);
  return struct.fields.filter((field) => !isTypeMeta(field.type))
    .sort((left, right) => left.proto - right.proto);
}

type FieldsWriter = (output: ProtobufOutput, value: JsonObject) => void;

function unrollFields(struct: StructType): FieldsWriter {
  const constants: Record<string, unknown> = { EMPTY };
  const statements: string[] = [];
  for (const field of protobufFields(struct).reverse()) {
    const write = `write${field.proto}`;
    constants[write] = typeWriter(field.type, field.proto);
    if (field.inline) {
      statements.push(`${write}(output, value);`);
      continue;
    }
    statements.push(`x = ${member("value", field.name)};`);
    for (const alias of field.aliases) {
      statements.push(`if (x === undefined) x = ${member("value", alias)};`);
    }
    const unset = field.pointer ? undefined : unsetExpression(field.type);
    statements.push(
      unset === undefined
        ? `if (x !== undefined && x !== null) ${write}(output, x);`
        : `${write}(output, x === undefined || x === null ? ${unset} : x);`,
    );
  }
  return unroll(["output", "value"], statements, constants);
}

/** What is written for an unset value that is no pointer, or undefined where nothing is. */
function unsetExpression(type: Type): string | undefined {
  switch (type.kind) {
    case "list":
    case "map":
    case "bytes":
      return undefined;
    case "struct":
      return "EMPTY";
    case "string":
      return '""';
    case "bool":
      return "false";
    case "quantity":
      return '"0"';
    case "duration":
      return '"0s"';
    case "time":
    case "microTime":
    case "raw":
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return "null";
    default:
      return "0";
  }
}

function typeWriter(type: Type, number: number): Writer {
  const tag = number * 8 + DELIMITED;
  switch (type.kind) {
    case "struct": {
      let write: Writer | undefined;
      return inMessage(tag, (output, value) => (write ??= messageWriter(type))(output, value));
    }
    case "list":
      return listWriter(type, number);
    case "map":
      return mapWriter(type, tag);
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return inMessage(tag, unionWriter(type));
    default:
      return scalarWriter(type, number);
  }
}

/** Wraps what `write` writes into a message under `tag`. */
function inMessage(tag: number, write: Writer): Writer {
  return (output, value) => {
    const before = output.written;
    write(output, value);
    output.varint(output.written - before);
    output.varint(tag);
  };
}

function scalarWriter(type: ScalarType, number: number): Writer {
  const tag = number * 8 + DELIMITED, varintTag = number * 8 + VARINT;
  switch (type.kind) {
    case "string":
      return (output, value) => {
        if (typeof value !== "string") throw new MismatchError(value, "string");
        output.string(value);
        output.varint(tag);
      };
    case "bool":
      return (output, value) => {
        if (typeof value !== "boolean") throw new MismatchError(value, "bool");
        output.varint(value ? 1 : 0);
        output.varint(varintTag);
      };
    case "int32":
    case "int64":
    case "uint32":
    case "uint64": {
      const canonical = CANONICAL[type.kind];
      return (output, value) => {
        output.integer(canonical(value) as number | bigint);
        output.varint(varintTag);
      };
    }
    case "float64": {
      const canonical = CANONICAL[type.kind];
      return (output, value) => {
        output.float64(canonical(value) as number);
        output.varint(number * 8 + FIXED64);
      };
    }
    case "bytes":
      return (output, value) => {
        output.lengthDelimited(bytesOfBase64(CANONICAL.bytes(value) as string));
        output.varint(tag);
      };
    case "raw":
      return inMessage(tag, writeRaw);
    case "time":
      return inMessage(tag, writeTime);
    case "microTime":
      return inMessage(tag, writeMicroTime);
    case "duration":
      return inMessage(tag, (output, value) => {
        if (typeof value !== "string") throw new MismatchError(value, "Duration");
        writeInteger(output, 1, parseDuration(value));
      });
    case "quantity":
      return inMessage(tag, (output, value) => {
        output.string(CANONICAL.quantity(value) as string);
        output.varint(8 + DELIMITED);
      });
    case "intOrString":
      return inMessage(tag, writeIntOrString);
    default:
      throw new CodecError(`protobuf: ${nameOf(type)} has no Protobuf form`);
  }
}

function writeInteger(output: ProtobufOutput, number: number, value: number | bigint): void {
  output.integer(value);
  output.varint(number * 8 + VARINT);
}

function writeRaw(output: ProtobufOutput, value: unknown): void {
  if (value === null) return;
  output.string(rawText(value));
  output.varint(8 + DELIMITED);
}

function writeTime(output: ProtobufOutput, value: unknown): void {
  if (value === null) return;
  if (typeof value !== "string") throw new MismatchError(value, "Time");
  const seconds = secondsOf(value);
  if (seconds === undefined) return;
  // The reference writes no fraction here, as its JSON has none.
  writeInteger(output, 2, 0);
  writeInteger(output, 1, seconds);
}

function writeMicroTime(output: ProtobufOutput, value: unknown): void {
  if (value === null) return;
  if (typeof value !== "string") throw new MismatchError(value, "MicroTime");
  const time = timeOf(value);
  if (time === undefined) return;
  writeInteger(output, 2, time.nanos - time.nanos % 1000);
  writeInteger(output, 1, time.seconds);
}

function writeIntOrString(output: ProtobufOutput, value: unknown): void {
  const scalar = CANONICAL.intOrString(value);
  const isText = typeof scalar === "string";
  output.string(isText ? scalar : "");
  output.varint(3 * 8 + DELIMITED);
  writeInteger(output, 2, isText ? 0 : scalar as number);
  writeInteger(output, 1, isText ? 1 : 0);
}

function listWriter(list: ListType, number: number): Writer {
  if (list.wrapped) {
    const plain: ListType = { ...list, wrapped: false };
    return inMessage(number * 8 + DELIMITED, listWriter(plain, 1));
  }
  const write = elementWriter(list.element, number);
  return (output, value) => {
    if (!Array.isArray(value)) throw new MismatchError(value, nameOf(list));
    for (let i = value.length - 1; i >= 0; i--) write(output, value[i]);
  };
}

function mapWriter(map: MapType, tag: number): Writer {
  const write = elementWriter(map.value, 2);
  return (output, value) => {
    if (typeof value !== "object" || Array.isArray(value)) {
      throw new MismatchError(value, nameOf(map));
    }
    const members = value as JsonObject;
    const names = sortedNames(members);
    for (let i = names.length - 1; i >= 0; i--) {
      const name = names[i]!;
      if (members[name] === undefined) continue;
      const before = output.written;
      // Of an entry's value, only bytes can be unset.
      if (members[name] !== null || map.value.kind !== "bytes") write(output, members[name]);
      output.string(name);
      output.varint(8 + DELIMITED);
      output.varint(output.written - before);
      output.varint(tag);
    }
  };
}

/** An element that is null in memory is the zero value. */
function elementWriter(type: Type, number: number): Writer {
  const write = typeWriter(type, number);
  const unset = type.kind === "bytes"
    ? '""'
    : type.kind === "list"
    ? "[]"
    : unsetExpression(type) ?? "null";
  const zero: unknown = unset === "EMPTY" ? EMPTY : JSON.parse(unset);
  return (output, value) => write(output, value ?? zero);
}

/** The unions: the schema is one field of a message, its alternative the other. */
function unionWriter(type: ScalarType): Writer {
  const struct = type.schema as StructType;
  if (type.kind === "schemaOrBool") {
    const schema = typeWriter(struct, 2);
    return (output, value) => {
      if (typeof value !== "boolean") schema(output, value);
      writeInteger(output, 1, value === false ? 0 : 1);
    };
  }
  const schema = typeWriter(struct, 1);
  const element: Type = type.kind === "schemaOrArray" ? struct : {
    ...type,
    kind: "string",
    schema: undefined,
  };
  const list = elementWriter(element, 2);
  return (output, value) => {
    if (value === null) return;
    if (!Array.isArray(value)) return schema(output, value);
    for (let i = value.length - 1; i >= 0; i--) list(output, value[i]);
  };
}
