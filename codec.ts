/**
 * Objects by their schema: canonical JSON and Protobuf of every built-in kind, in either dialect. It
 * is apart from `mod.ts` because the table of the whole API hangs on it.
 *
 * ```ts
 * import { decodeJson, encodeProtobuf, schemaOf } from "./codec.ts";
 *
 * const pod = schemaOf("kubernetes").kind("", "v1", "Pod")!;
 * const object = decodeJson(pod, `{"metadata": {"name": "web"}}`);
 * encodeProtobuf(pod, object).length; // 9
 * ```
 *
 * @module
 */

export {
  canonicalObject,
  CodecError,
  type DecodedObject,
  decodeEnveloped,
  decodeJson,
  decodeProtobuf,
  decodeUntypedJson,
  decodeYaml,
  encodeEnveloped,
  encodeJson,
  encodeProtobuf,
  encodeUntypedJson,
  encodeYaml,
  type FindType,
  type JsonDecodeOptions,
  type JsonObject as DecodedJson,
  type ProtobufDecodeOptions,
  type YamlDecodeOptions,
} from "./toolkit/codec/mod.ts";
export {
  type Field,
  findKind,
  formatApiVersion,
  type GroupVersionKind,
  type GroupVersionResource,
  type Kind as SchemaKind,
  type ListMerge,
  type ListType,
  type MapType,
  parseApiVersion,
  type PatchStrategy,
  type Resource as SchemaResource,
  type ScalarKind,
  type ScalarType,
  Schema,
  schemaOf,
  StructType,
  type Type as SchemaType,
} from "./toolkit/schema/mod.ts";
export type { Dialect } from "./toolkit/names.ts";
