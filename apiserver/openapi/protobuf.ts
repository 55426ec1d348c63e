/**
 * The Protobuf form of documents of version 2, which stock clients ask for: the messages of the
 * package `openapi.v2` (gnostic). JSON values of unknown form travel in it as text.
 *
 * @module
 */

import { rawText } from "../../toolkit/codec/mod.ts";
import type { SlicedTask } from "../../toolkit/time_slice.ts";
import { Wire } from "./wire.ts";

type Value = { readonly [name: string]: unknown };

/** Writes a JSON value as one or more fields of that number. */
type Write = (wire: Wire, field: number, value: unknown) => void;

/** A message: its fields by JSON name. `x-` stands for all extensions. */
type Message = Readonly<Record<string, readonly [field: number, write: Write]>>;

const text: Write = (wire, field, value) => wire.string(field, String(value));

/** Of what is no count there is no trace: bounds below zero bound nothing. */
const integer: Write = (wire, field, value) =>
  Number.isSafeInteger(value) && Number(value) >= 0
    ? wire.integer(field, Number(value))
    : undefined;

/** Of false there is no trace. */
const flag: Write = (wire, field, value) => value === true ? wire.integer(field, true) : undefined;

/** JSON is YAML too. */
const any: Write = (wire, field, value) =>
  wire.message(field, () => wire.string(2, rawText(value)));

function each(write: Write): Write {
  return (wire, field, value) => {
    for (const element of value as readonly unknown[]) write(wire, field, element);
  };
}

function message(fields: () => Message): Write {
  return (wire, field, value) =>
    wire.message(field, () => writeMessage(wire, fields(), value as Value));
}

/** A map: a repeated message of a name and a value. */
function named(write: Write): Write {
  return (wire, field, value) => {
    for (const [name, member] of Object.entries(value as Value)) {
      wire.message(field, () => {
        wire.string(1, name);
        write(wire, 2, member);
      });
    }
  };
}

/** A message whose one field is of that number. */
function wrapped(inner: number, write: Write): Write {
  return (wire, field, value) => wire.message(field, () => write(wire, inner, value));
}

function writeMessage(wire: Wire, fields: Message, value: Value): void {
  const extension = fields["x-"];
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    if (name.startsWith("x-") && extension !== undefined) {
      named(any)(wire, extension[0], { [name]: member });
      continue;
    }
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    known?.[1](wire, known[0], member);
  }
}

const SCHEMA: Message = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  default: [5, any],
  maxLength: [11, integer],
  minLength: [12, integer],
  pattern: [13, text],
  maxItems: [14, integer],
  minItems: [15, integer],
  uniqueItems: [16, flag],
  maxProperties: [17, integer],
  minProperties: [18, integer],
  required: [19, each(text)],
  enum: [20, each(any)],
  additionalProperties: [
    21,
    (wire, field, value) =>
      typeof value === "boolean"
        ? wire.message(field, () => wire.integer(2, value))
        : wrapped(1, schema)(wire, field, value),
  ],
  type: [22, (wire, field, value) => wrapped(1, each(text))(wire, field, [value].flat())],
  items: [23, (wire, field, value) => wrapped(1, each(schema))(wire, field, [value].flat())],
  allOf: [24, (wire, field, value) => each(schema)(wire, field, value)],
  properties: [25, (wire, field, value) => wrapped(1, named(schema))(wire, field, value)],
  example: [30, any],
  "x-": [31, any],
};

const schema: Write = message(() => SCHEMA);

const BODY_PARAMETER: Message = {
  description: [1, text],
  name: [2, text],
  in: [3, text],
  required: [4, flag],
  schema: [5, schema],
};

const QUERY_PARAMETER: Message = {
  required: [1, flag],
  in: [2, text],
  description: [3, text],
  name: [4, text],
  type: [6, text],
  uniqueItems: [20, flag],
};

const PATH_PARAMETER: Message = { ...QUERY_PARAMETER, type: [5, text], uniqueItems: [19, flag] };

const parameter: Write = (wire, field, value) => {
  const { in: place } = value as Value;
  const write = place === "body"
    ? wrapped(1, message(() => BODY_PARAMETER))
    : place === "path"
    ? wrapped(2, wrapped(4, message(() => PATH_PARAMETER)))
    : wrapped(2, wrapped(3, message(() => QUERY_PARAMETER)));
  write(wire, field, value);
};

const parametersItem: Write = (wire, field, value) =>
  "$ref" in (value as Value)
    ? wrapped(2, message(() => ({ $ref: [1, text] })))(wire, field, value)
    : wrapped(1, parameter)(wire, field, value);

const RESPONSE: Message = { description: [1, text], schema: [2, wrapped(1, schema)] };

const securityRequirement: Write = wrapped(1, named(wrapped(1, each(text))));

const OPERATION: Message = {
  tags: [1, each(text)],
  description: [3, text],
  operationId: [5, text],
  produces: [6, each(text)],
  consumes: [7, each(text)],
  parameters: [8, each(parametersItem)],
  responses: [9, wrapped(1, named(wrapped(1, message(() => RESPONSE))))],
  schemes: [10, each(text)],
  "x-": [13, any],
};

const operation: Write = message(() => OPERATION);

const PATH_ITEM: Message = {
  get: [2, operation],
  put: [3, operation],
  post: [4, operation],
  delete: [5, operation],
  options: [6, operation],
  head: [7, operation],
  patch: [8, operation],
  parameters: [9, each(parametersItem)],
  "x-": [10, any],
};

const API_KEY: Message = {
  type: [1, text],
  name: [2, text],
  in: [3, text],
  description: [4, text],
};

const DOCUMENT: Message = {
  swagger: [1, text],
  info: [2, message(() => ({ title: [1, text], version: [2, text] }))],
  parameters: [10, wrapped(1, named(parameter))],
  security: [12, each(securityRequirement)],
  securityDefinitions: [13, wrapped(1, named(wrapped(2, message(() => API_KEY))))],
};

/** What a document has very many of: the field of the map, that of its entries, and what they are. */
const MANY: Readonly<Record<string, readonly [field: number, entries: number, write: Write]>> = {
  paths: [8, 2, message(() => PATH_ITEM)],
  definitions: [9, 1, schema],
};

/** The Protobuf form of a document of version 2, in the form in which version2.ts makes it. */
export function* encodeVersion2(document: Value): SlicedTask<Uint8Array<ArrayBuffer>> {
  const wire = new Wire();
  for (const [name, value] of Object.entries(document)) {
    const many = Object.hasOwn(MANY, name) ? MANY[name] : undefined;
    if (many === undefined) {
      writeMessage(wire, DOCUMENT, { [name]: value });
      continue;
    }
    const [field, entries, write] = many;
    const all = wire.begin(field);
    for (const entry of Object.entries(value as Value)) {
      named(write)(wire, entries, Object.fromEntries([entry]));
      yield;
    }
    wire.end(all);
  }
  return wire.finish();
}
