/**
 * The Protobuf form of documents of version 2, which stock clients ask for: the messages of the
 * package `openapi.v2` (gnostic).
 *
 * @module
 */

import type { SlicedTask } from "../../toolkit/time_slice.ts";
import {
  any,
  each,
  externalDocs,
  flag,
  integer,
  type Message,
  message,
  named,
  number,
  text,
  type Value,
  wrapped,
  type Write,
  writeMany,
  writeMessage,
} from "./message.ts";
import { Wire } from "./wire.ts";

const SCHEMA: Message = {
  $ref: [1, text],
  format: [2, text],
  title: [3, text],
  description: [4, text],
  default: [5, any],
  multipleOf: [6, number],
  maximum: [7, number],

  exclusiveMaximum: [8, flag],
  minimum: [9, number],
  exclusiveMinimum: [10, flag],
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
  discriminator: [26, text],
  readOnly: [27, flag],
  externalDocs: [29, externalDocs],
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
  summary: [2, text],
  description: [3, text],
  externalDocs: [4, externalDocs],
  operationId: [5, text],
  produces: [6, each(text)],
  consumes: [7, each(text)],
  parameters: [8, each(parametersItem)],
  responses: [9, wrapped(1, named(wrapped(1, message(() => RESPONSE))))],
  schemes: [10, each(text)],
  deprecated: [11, flag],
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
    yield* writeMany(wire, entries, write, value);
    wire.end(all);
  }
  return wire.finish();
}
