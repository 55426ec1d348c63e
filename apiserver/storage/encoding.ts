/**
 * How objects become stored values, and back: `--storage-media-type`. A value says by its first
 * bytes what it is, so a store may hold values of several types, as it does after the option has
 * changed; one that is not of the type in force is written anew when its object next changes.
 *
 * @module
 */

import {
  decodeEnveloped,
  decodeJson,
  decodeUntypedJson,
  decodeYaml,
  encodeEnveloped,
  encodeJson,
  encodeUntypedJson,
  encodeYaml,
  type FindType,
  hasEnvelope,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { DIALECTS, NAMES } from "../../toolkit/names.ts";
import { parseApiVersion, type StructType } from "../../toolkit/schema/mod.ts";
import { Corrupt, StoreError } from "./errors.ts";

/** The forms that values are stored in. */
export type StorageForm = "protobuf" | "json" | "yaml";

/** The form of a media type in either dialect's name; throws for one that nothing is stored in. */
function storageForm(mediaType: string): StorageForm {
  if (DIALECTS.some((dialect) => NAMES[dialect].protobufMediaType === mediaType)) return "protobuf";
  if (mediaType === "application/json") return "json";
  if (mediaType === "application/yaml") return "yaml";
  const known = [
    ...DIALECTS.map((dialect) => NAMES[dialect].protobufMediaType),
    "application/json",
    "application/yaml",
  ];
  throw new StoreError(
    `objects can't be stored as ${JSON.stringify(mediaType)}: choose one of ${known.join(", ")}`,
  );
}

/** An object that was stored. */
export interface StoredObject {
  /** Its built-in type; undefined for a custom resource, whose schema is elsewhere. */
  readonly type: StructType | undefined;
  readonly object: JsonObject;
  /** True when the value is not in the form that it would be written in now. */
  readonly stale: boolean;
}

/** Turns objects into values and back. */
export interface StorageEncoding {
  /** The value of an object that names its kind; `type` is undefined for a custom resource. */
  encode(type: StructType | undefined, object: JsonObject): Uint8Array;
  /** The JSON of an object of a built-in type as it is once it is stored: what is empty may not come back as that. */
  json(type: StructType, object: JsonObject): Uint8Array;
  /** The object of the value at `key`, which errors name. Throws `Corrupt`. */
  decode(key: string, value: Uint8Array): StoredObject;
}

/** The encoding of a media type, over the types that `findType` knows. */
export function storageEncoding(mediaType: string, findType: FindType): StorageEncoding {
  const preferred = storageForm(mediaType);
  return {
    encode: (type, object) => encodeAs(formFor(type, preferred), type, object),
    json: (type, object) =>
      encodeJson(type, object, { emptyIsUnset: formFor(type, preferred) === "protobuf" }),
    decode(key, value) {
      try {
        const { type, object, form } = decode(value, findType);
        return { type, object, stale: form !== formFor(type, preferred) };
      } catch (cause) {
        throw new Corrupt(
          `the value of ${JSON.stringify(key)} can't be read: ${(cause as Error).message}`,
          { cause },
        );
      }
    },
  };
}

/** Custom resources, and kinds that have none, know no Protobuf: they are JSON then. */
function formFor(type: StructType | undefined, preferred: StorageForm): StorageForm {
  return preferred === "protobuf" && !type?.hasProtobuf ? "json" : preferred;
}

function encodeAs(form: StorageForm, type: StructType | undefined, object: JsonObject): Uint8Array {
  if (form === "protobuf") return encodeEnveloped(type!, object);
  const json = type === undefined ? encodeUntypedJson(object) : encodeJson(type, object);
  return form === "json" ? json : new TextEncoder().encode(encodeYaml(decodeUntypedJson(json)));
}

const OPENING_BRACE = 0x7b;

function decode(
  value: Uint8Array,
  findType: FindType,
): { type: StructType | undefined; object: JsonObject; form: StorageForm } {
  if (hasEnvelope(value)) return { ...decodeEnveloped(value, findType), form: "protobuf" };
  const form = value[0] === OPENING_BRACE ? "json" : "yaml";
  const untyped = form === "json" ? decodeUntypedJson(value) : onlyDocument(value);
  const { apiVersion, kind } = untyped as JsonObject;
  if (typeof apiVersion !== "string" || typeof kind !== "string") {
    throw new Error("it names no kind");
  }
  const { group, version } = parseApiVersion(apiVersion);
  const type = findType(group, version, kind);
  if (type === undefined) return { type, object: untyped as JsonObject, form };
  const json = form === "json" ? value : encodeUntypedJson(untyped);
  return { type, object: decodeJson(type, json), form };
}

function onlyDocument(value: Uint8Array): object {
  const [document, ...more] = decodeYaml(value);
  if (more.length > 0 || typeof document !== "object" || document === null) {
    throw new Error("it is not one object");
  }
  return document;
}
