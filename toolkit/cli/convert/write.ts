/**
 * Writes objects in one of the formats.
 *
 * @module
 */

import {
  CodecError,
  decodeUntypedJson,
  encodeEnveloped,
  encodeJson,
  encodeUntypedJson,
  encodeYaml,
  framed,
} from "../../codec/mod.ts";
import type { Format, ReadObject } from "./read.ts";

const encoder = new TextEncoder();

/** All objects as one output; throws {@link CodecError} where one has no such form. */
export function writeObjects(objects: readonly ReadObject[], format: Format): Uint8Array {
  switch (format) {
    case "json":
      return concatenated(objects.flatMap((each) => [jsonOf(each), encoder.encode("\n")]));
    case "yaml":
      return encoder.encode(objects.map(yamlOf).join("---\n"));
    case "protobuf":
      return protobufOf(objects);
  }
}

function jsonOf({ type, object }: ReadObject): Uint8Array {
  return type === undefined ? encodeUntypedJson(object) : encodeJson(type, object);
}

function yamlOf(each: ReadObject): string {
  // What JSON leaves out, or sets to zero, YAML does too.
  return encodeYaml(decodeUntypedJson(jsonOf(each)));
}

function protobufOf(objects: readonly ReadObject[]): Uint8Array {
  const envelopes = objects.map(({ type, object }, index) => {
    if (type?.hasProtobuf !== true) {
      const why = type === undefined
        ? "is not built in: only built-in kinds have a Protobuf form"
        : "has no Protobuf form";
      throw new CodecError(
        `document ${index + 1}: protobuf: ${object.kind} of ${object.apiVersion} ${why}`,
      );
    }
    return encodeEnveloped(type, object);
  });
  const [first] = envelopes;
  return envelopes.length === 1 && first !== undefined
    ? first
    : concatenated(envelopes.map(framed));
}

function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
