/**
 * The Protobuf form of documents of version 3, which stock clients of some releases ask for: the messages
 * of the package `openapi.v3` (gnostic).
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

const REFERENCE = message(() => ({ $ref: [1, text], summary: [2, text], description: [3, text] }));

/** What may stand by a reference in its place. */
function orReference(write: Write): Write {
  return (wire, field, value) => {
    const isReference = Object.hasOwn(value as Value, "$ref");
    (isReference ? wrapped(2, REFERENCE) : wrapped(1, write))(wire, field, value);
  };
}

/** Of a default that is no scalar the message says no more than that there is one. */
const scalar: Write = (wire, field, value) =>
  wire.message(field, () => {
    if (typeof value === "number" || typeof value === "bigint") wire.double(1, Number(value));
    else if (typeof value === "boolean") wire.integer(2, value);
    else if (typeof value === "string") wire.string(3, value);
  });

const SCHEMA: Message = {
  nullable: [1, flag],
  discriminator: [2, message(() => ({ propertyName: [1, text] }))],
  readOnly: [3, flag],
  externalDocs: [6, externalDocs],
  example: [7, any],
  title: [9, text],
  multipleOf: [10, number],
  maximum: [11, number],

  exclusiveMaximum: [12, flag],
  minimum: [13, number],
  exclusiveMinimum: [14, flag],
  maxLength: [15, integer],
  minLength: [16, integer],
  pattern: [17, text],
  maxItems: [18, integer],
  minItems: [19, integer],
  uniqueItems: [20, flag],
  maxProperties: [21, integer],
  minProperties: [22, integer],
  required: [23, each(text)],
  enum: [24, each(any)],
  type: [25, text],
  allOf: [26, (wire, field, value) => each(schema)(wire, field, value)],
  oneOf: [27, (wire, field, value) => each(schema)(wire, field, value)],
  anyOf: [28, (wire, field, value) => each(schema)(wire, field, value)],
  not: [29, message(() => SCHEMA)],
  items: [30, (wire, field, value) => wrapped(1, each(schema))(wire, field, [value].flat())],
  properties: [31, (wire, field, value) => wrapped(1, named(schema))(wire, field, value)],
  additionalProperties: [
    32,
    (wire, field, value) =>
      typeof value === "boolean"
        ? wire.message(field, () => wire.integer(2, value))
        : wrapped(1, schema)(wire, field, value),
  ],
  default: [33, scalar],
  description: [34, text],
  format: [35, text],
  "x-": [36, any],
};

const schema = orReference(message(() => SCHEMA));

const MEDIA_TYPE: Message = { schema: [1, schema] };

const content = wrapped(1, named(message(() => MEDIA_TYPE)));

const parameter = orReference(message(() => ({
  name: [1, text],
  in: [2, text],
  description: [3, text],
  required: [4, flag],
  allowEmptyValue: [6, flag],
  schema: [10, schema],
  "x-": [14, any],
})));

const REQUEST_BODY: Message = {
  description: [1, text],
  content: [2, content],
  required: [3, flag],
};

const RESPONSE: Message = { description: [1, text], content: [3, content] };

const response = orReference(message(() => RESPONSE));

/** That of all other codes is apart from those of single ones. */
const responses: Write = (wire, field, value) =>
  wire.message(field, () => {
    const { default: other, ...single } = value as Value;
    if (other !== undefined) response(wire, 1, other);
    named(response)(wire, 2, single);
  });

const OPERATION: Message = {
  tags: [1, each(text)],
  summary: [2, text],
  description: [3, text],
  externalDocs: [4, externalDocs],
  operationId: [5, text],
  parameters: [6, each(parameter)],
  requestBody: [7, orReference(message(() => REQUEST_BODY))],
  responses: [8, responses],
  deprecated: [10, flag],
  "x-": [13, any],
};

const operation: Write = message(() => OPERATION);

const PATH_ITEM: Message = {
  get: [4, operation],
  put: [5, operation],
  post: [6, operation],
  delete: [7, operation],
  options: [8, operation],
  head: [9, operation],
  patch: [10, operation],
  parameters: [13, each(parameter)],
  "x-": [14, any],
};

const API_KEY: Message = {
  type: [1, text],
  description: [2, text],
  name: [3, text],
  in: [4, text],
};

const COMPONENTS: Message = {
  securitySchemes: [7, wrapped(1, named(orReference(message(() => API_KEY))))],
};

const DOCUMENT: Message = {
  openapi: [1, text],
  info: [2, message(() => ({ title: [1, text], version: [6, text] }))],
  security: [6, each(wrapped(1, named(wrapped(1, each(text)))))],
};

/** The fields of what a document has very many of. */
const PATHS = 4, COMPONENTS_FIELD = 5, SCHEMAS = 1;

/** The Protobuf form of a document of version 3, in the form in which version3.ts makes it. */
export function* encodeVersion3(document: Value): SlicedTask<Uint8Array<ArrayBuffer>> {
  const wire = new Wire();
  const { paths = {}, components = {}, security = [], ...rest } = document;
  writeMessage(wire, DOCUMENT, rest);
  const allPaths = wire.begin(PATHS);
  yield* writeMany(wire, 1, message(() => PATH_ITEM), paths);
  wire.end(allPaths);
  const { schemas = {}, ...others } = components as Value;
  const allComponents = wire.begin(COMPONENTS_FIELD);
  const allSchemas = wire.begin(SCHEMAS);
  yield* writeMany(wire, 1, schema, schemas);
  wire.end(allSchemas);
  writeMessage(wire, COMPONENTS, others);
  wire.end(allComponents);
  writeMessage(wire, DOCUMENT, { security });
  return wire.finish();
}
