/**
 * Objects as JSON, Protobuf and YAML, and back.
 *
 * In memory an object is what its canonical JSON says, as plain values: times, quantities and bytes
 * are strings, and integers past 2^53 are bigints. Decoding gives canonical objects; encoding takes
 * any, and writes the canonical form.
 *
 * ```ts
 * import { schemaOf } from "../schema/mod.ts";
 * import { decodeJson, encodeProtobuf } from "./mod.ts";
 *
 * const pod = schemaOf("kubernetes").kind("", "v1", "Pod")!;
 * const object = decodeJson(pod, `{"metadata": {"name": "web"}}`);
 * encodeProtobuf(pod, object);
 * ```
 *
 * @module
 */

export {
  decodeBareEnvelope,
  decodeContent,
  type DecodedObject,
  decodeEnvelope,
  decodeEnveloped,
  decodeWatchFrame,
  encodeEnvelope,
  encodeEnveloped,
  encodeWatchFrame,
  type Envelope,
  type FindType,
  firstFrame,
  FRAME_HEADER_BYTES,
  framed,
  hasEnvelope,
  type WatchFrame,
} from "./envelope.ts";
export { CodecError } from "./error.ts";
export {
  canonicalObject,
  decodeJson,
  decodeUntypedJson,
  encodeJson,
  encodeUntypedJson,
  type JsonDecodeOptions,
} from "./json.ts";
export {
  type Duplicates,
  type FieldObserver,
  parseJsonDocuments,
  parseJsonExactly,
  pathText,
} from "./json_parse.ts";
export { Problems } from "./problems.ts";
export type { JsonObject } from "./json_read.ts";
export { DEPTH_LIMIT, SIZE_LIMIT_BYTES } from "./limits.ts";
export { compareUtf8, sortedNames } from "./order.ts";
export { plainZero } from "./presence.ts";
export { rawText } from "./raw.ts";
export { decodeProtobuf, encodeProtobuf, type ProtobufDecodeOptions } from "./protobuf.ts";
export { decodeYaml, encodeYaml, type YamlDecodeOptions } from "./yaml.ts";
