/**
 * Reads Protobuf messages straight into canonical objects. One function a struct, made when first
 * needed: a switch over the tags, then the fields in the order of the table.
 *
 * @module
 */

import { printDuration } from "../values/duration.ts";
import type { Field, ListType, MapType, ScalarType, StructType, Type } from "../schema/type.ts";
import { CodecError } from "./error.ts";
import { parseJsonExactly } from "./json_parse.ts";
import { type JsonObject, nameOf, readStruct } from "./json_read.ts";
import { setMember } from "../values/json.ts";
import { emptyExpression, isAlwaysWritten, isEmptyObject, zeroOf } from "./presence.ts";
import { ProtobufInput } from "./protobuf_input.ts";
import { ProtobufOutput } from "./protobuf_output.ts";
import { DELIMITED, FIXED64, protobufFields, VARINT } from "./protobuf_write.ts";
import { checkRaw, newReading } from "./raw.ts";
import { CANONICAL, RoundedNumber } from "./scalars.ts";
import { microTimeText, timeText } from "./times.ts";
import { member, unroll } from "./unroll.ts";

/** Reads a value behind its tag. */
type Reader = (input: ProtobufInput) => unknown;

const structs = new WeakMap<StructType, Reader>();

/** Reads the fields of a struct up to the end of the current message. */
export function readMessage(struct: StructType, input: ProtobufInput): JsonObject {
  return messageReader(struct)(input) as JsonObject;
}

function messageReader(struct: StructType): Reader {
  let reader = structs.get(struct);
  if (reader === undefined) {
    reader = unrollFields(struct);
    structs.set(struct, reader);
  }
  return reader;
}

function unrollFields(struct: StructType): Reader {
  const fields = protobufFields(struct);
  const constants: Record<string, unknown> = {
    isEmptyObject,
    known: new Set(fields.map((field) => field.proto)),
    again: (input: ProtobufInput, start: number) => readMerged(struct, fields, input, start),
  };
  const cases = fields.flatMap((field) => fieldCases(field, constants));
  const statements = [
    "const start = input.at;",
    ...fields.map((field) => `let field${field.proto};`),
    "while (input.at < input.end) { const tag = input.tag(); switch (tag) {",
    ...cases,
    "default: input.skipUnknown(tag, known); } }",
    "const result = {};",
    ...jsonOrder(struct, fields).flatMap((field) => assembly(field, constants)),
    "return result;",
  ];
  return unroll(["input"], statements, constants);
}

/** The fields as JSON orders them, an inline message in its place. */
function jsonOrder(struct: StructType, fields: readonly Field[]): Field[] {
  return struct.fields.filter((field) => fields.includes(field));
}

/** The cases of the switch that read one field. */
function fieldCases(field: Field, constants: Record<string, unknown>): string[] {
  const { proto, type } = field;
  const local = `field${proto}`, read = `read${proto}`;
  if (type.kind === "list" && !type.wrapped) {
    const element = type.element;
    constants[read] = typeReader(element);
    const add = `(${local} ??= []).push(${read}(input));`;
    const cases = [`case ${tagOf(element, proto)}: ${add} break;`];
    if (wireType(element) !== DELIMITED) {
      // Packed: writers of other languages may choose so.
      cases.push(
        `case ${proto * 8 + DELIMITED}: { const outer = input.enter(); ` +
          `while (input.at < input.end) ${add} input.leave(outer); break; }`,
      );
    }
    return cases;
  }
  if (type.kind === "map") {
    constants[read] = entryReader(type);
    return [`case ${proto * 8 + DELIMITED}: ${read}(input, ${local} ??= {}); break;`];
  }
  constants[read] = typeReader(type);
  const set = `${local} = ${read}(input); break;`;
  // A message that comes in parts is the sum of its parts; of a scalar, the last one counts.
  const merge = isMessage(type) ? `if (${local} !== undefined) return again(input, start); ` : "";
  return [`case ${tagOf(type, proto)}: ${merge}${set}`];
}

/** Puts what was read of a field into the result, as JSON has it. */
function assembly(field: Field, constants: Record<string, unknown>): string[] {
  const local = `field${field.proto}`;
  if (field.inline) {
    const zero = `zero${field.proto}`;
    constants[zero] = zeroReader(field.type);
    return [`Object.assign(result, ${local} === undefined ? ${zero}() : ${local});`];
  }
  const set = `${member("result", field.name)} = x;`;
  const empty = emptyExpression(field);
  const unlessEmpty = empty === undefined ? set : `if (!(${empty})) ${set}`;
  const statements = [`x = ${local}; if (x !== undefined) { ${unlessEmpty} }`];
  if (isAlwaysWritten(field)) {
    statements.push(`else ${member("result", field.name)} = ${unset(field, constants)};`);
  }
  return statements;
}

function unset(field: Field, constants: Record<string, unknown>): string {
  if (field.type.kind !== "struct" || field.pointer) {
    return JSON.stringify(zeroOf(field.type, field.pointer));
  }
  const zero = `zero${field.proto}`;
  constants[zero] = zeroReader(field.type);
  return `${zero}()`;
}

/** Makes the zero value of a type, a new one each time. */
function zeroReader(type: Type): () => unknown {
  if (type.kind === "struct") {
    return () => readStruct(type, {}, newReading());
  }
  const zero = type.kind === "bytes" ? "" : zeroOf(type, false);
  return type.kind === "list" ? () => [] : () => zero;
}

function wireType(type: Type): number {
  switch (type.kind) {
    case "bool":
    case "int32":
    case "int64":
    case "uint32":
    case "uint64":
      return VARINT;
    case "float64":
      return FIXED64;
    default:
      return DELIMITED;
  }
}

function tagOf(type: Type, number: number): number {
  return number * 8 + wireType(type);
}

function isMessage(type: Type): boolean {
  return wireType(type) === DELIMITED && type.kind !== "string" && type.kind !== "bytes";
}

function typeReader(type: Type): Reader {
  switch (type.kind) {
    case "struct": {
      let read: Reader | undefined;
      return inMessage((input) => (read ??= messageReader(type))(input));
    }
    case "list":
      return wrappedListReader(type);
    case "schemaOrArray":
    case "schemaOrBool":
    case "schemaOrStrings":
      return inMessage(unionReader(type));
    case "map":
      throw new Error("a map is read entry by entry");
    default:
      return scalarReader(type);
  }
}

/** Reads a message by what reads its content. */
function inMessage(read: Reader): Reader {
  return (input) => {
    const outer = input.enter();
    const value = read(input);
    input.leave(outer);
    return value;
  };
}

const SCALARS: Readonly<Partial<Record<ScalarType["kind"], Reader>>> = {
  string: (input) => input.string(),
  bool: (input) => input.bool(),
  int32: (input) => input.int32(),
  int64: (input) => input.int64(),
  uint32: (input) => input.uint32(),
  uint64: (input) => input.uint64(),
  float64: (input) => input.float64(),
  bytes: (input) => input.delimited().toBase64(),
  raw: inMessage(readRaw),
  time: inMessage(readTime),
  microTime: inMessage(readMicroTime),
  duration: inMessage(readDuration),
  quantity: inMessage(readQuantity),
  intOrString: inMessage(readIntOrString),
};

function scalarReader(type: ScalarType): Reader {
  const read = SCALARS[type.kind];
  if (read === undefined) throw new CodecError(`protobuf: ${nameOf(type)} has no Protobuf form`);
  return read;
}

/** Reads a small message of known fields; `take` returns false for a tag that it doesn't know. */
function readFields(
  input: ProtobufInput,
  known: ReadonlySet<number>,
  take: (tag: number) => boolean,
): void {
  while (input.at < input.end) {
    const tag = input.tag();
    if (!take(tag)) input.skipUnknown(tag, known);
  }
}

const ONE = new Set([1]), TWO = new Set([1, 2]), THREE = new Set([1, 2, 3]);
const STRING_1 = 8 + DELIMITED, VARINT_1 = 8 + VARINT, VARINT_2 = 16 + VARINT;
const DELIMITED_2 = 16 + DELIMITED, STRING_3 = 24 + DELIMITED;

function readRaw(input: ProtobufInput): unknown {
  let text: string | undefined;
  readFields(input, ONE, (tag) => {
    if (tag !== STRING_1) return false;
    text = input.string();
    return true;
  });
  if (text === undefined || text === "") return null;
  try {
    return checkRaw(JSON.parse(text), newReading({ parsed: true }));
  } catch (error) {
    if (error instanceof RoundedNumber) return parseJsonExactly(text);
    throw input.error(`raw value is not JSON: ${(error as Error).message}`, error);
  }
}

function readTimestamp(input: ProtobufInput): { seconds: number | bigint; nanos: number } {
  let seconds: number | bigint = 0, nanos = 0;
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === VARINT_1) seconds = input.int64();
    else if (tag === VARINT_2) nanos = input.int32();
    else input.skipUnknown(tag, TWO);
  }
  return { seconds, nanos };
}

/** An empty message is the zero time. */
function readTime(input: ProtobufInput): string | null {
  if (input.at === input.end) return null;
  const { seconds } = readTimestamp(input);
  return located(input, () => timeText(seconds) ?? null);
}

function readMicroTime(input: ProtobufInput): string | null {
  if (input.at === input.end) return null;
  const { seconds, nanos } = readTimestamp(input);
  return located(input, () => microTimeText(seconds, nanos) ?? null);
}

function readDuration(input: ProtobufInput): string {
  let nanos: number | bigint = 0;
  readFields(input, ONE, (tag) => {
    if (tag !== VARINT_1) return false;
    nanos = input.int64();
    return true;
  });
  return printDuration(BigInt(nanos));
}

function readQuantity(input: ProtobufInput): string {
  let text = "0";
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === STRING_1) text = input.string();
    else input.skipUnknown(tag, ONE);
  }
  return located(input, () => CANONICAL.quantity(text) as string);
}

function readIntOrString(input: ProtobufInput): number | string {
  let type: number | bigint = 0, number = 0, text = "";
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === VARINT_1) type = input.int64();
    else if (tag === VARINT_2) number = input.int32();
    else if (tag === STRING_3) text = input.string();
    else input.skipUnknown(tag, THREE);
  }
  if (type !== 0 && type !== 1) throw input.error(`impossible type ${type} of an IntOrString`);
  return type === 0 ? number : text;
}

/** Adds the place to an error about a value. */
function located<T>(input: ProtobufInput, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw input.error((error as Error).message, error);
  }
}

/** A list in a message of its own, so that empty differs from unset. */
function wrappedListReader(list: ListType): Reader {
  const read = typeReader(list.element);
  return inMessage((input) => {
    const result: unknown[] = [];
    readFields(input, ONE, (tag) => {
      if (tag !== tagOf(list.element, 1)) return false;
      result.push(read(input));
      return true;
    });
    return result;
  });
}

function entryReader(map: MapType): (input: ProtobufInput, into: JsonObject) => void {
  const read = typeReader(map.value);
  const valueTag = tagOf(map.value, 2);
  const zero = zeroReader(map.value);
  return (input, into) => {
    const outer = input.enter();
    let name = "";
    let value: unknown;
    while (input.at < input.end) {
      const tag = input.tag();
      if (tag === STRING_1) name = input.string();
      else if (tag === valueTag) value = read(input);
      else input.skipUnknown(tag, TWO);
    }
    setMember(into, name, value === undefined ? zero() : value);
    input.leave(outer);
  };
}

function unionReader(type: ScalarType): Reader {
  const schema = typeReader(type.schema as StructType);
  if (type.kind === "schemaOrBool") {
    return (input) => {
      let allows = false;
      let value: unknown;
      readFields(input, TWO, (tag) => {
        if (tag === VARINT_1) allows = input.bool();
        else if (tag === DELIMITED_2) value = schema(input);
        else return false;
        return true;
      });
      return value ?? allows;
    };
  }
  const element = type.kind === "schemaOrArray" ? schema : SCALARS.string as Reader;
  return (input) => {
    let value: unknown = null;
    const list: unknown[] = [];
    readFields(input, TWO, (tag) => {
      if (tag === STRING_1) value = schema(input);
      else if (tag === DELIMITED_2) list.push(element(input));
      else return false;
      return true;
    });
    return list.length > 0 ? list : value;
  };
}

/**
 * Reads a message again in which a message field comes more than once: the parts of each such field
 * are joined first, as their fields merge by doing so.
 */
function readMerged(
  struct: StructType,
  fields: readonly Field[],
  input: ProtobufInput,
  start: number,
): JsonObject {
  const singular = new Set(
    fields.filter((field) => field.type.kind !== "map" && isMessage(field.type))
      .filter((field) => field.type.kind !== "list" || field.type.wrapped)
      .map((field) => field.proto),
  );
  input.at = start;
  const parts = new Map<number, Uint8Array[]>();
  const others: Uint8Array[] = [];
  while (input.at < input.end) {
    const from = input.at;
    const tag = input.tag();
    const number = Math.floor(tag / 8);
    if ((tag & 7) === DELIMITED && singular.has(number)) {
      parts.set(number, [...parts.get(number) ?? [], input.delimited()]);
    } else {
      input.skipUnknown(tag, NONE);
      others.push(input.bytes.subarray(from, input.at));
    }
  }
  const joined = new ProtobufOutput();
  for (const [number, pieces] of parts) {
    const before = joined.written;
    for (const piece of pieces.reverse()) joined.raw(piece);
    joined.varint(joined.written - before);
    joined.varint(number * 8 + DELIMITED);
  }
  for (const other of others.reverse()) joined.raw(other);
  const merged = new ProtobufInput(joined.finish());
  merged.depth = input.depth;
  return readMessage(struct, merged);
}

const NONE: ReadonlySet<number> = new Set();
