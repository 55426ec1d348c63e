/**
 * The envelope around Protobuf messages, which says what is inside, and the frames of a watch.
 *
 * @module
 */

import { formatApiVersion, parseApiVersion } from "../schema/resource.ts";
import type { StructType } from "../schema/type.ts";
import { CodecError } from "./error.ts";
import { explainMismatch } from "./explain.ts";
import { decodeJson } from "./json.ts";
import type { JsonObject } from "./json_read.ts";
import { SIZE_LIMIT_BYTES } from "./limits.ts";
import { decodeProtobuf, type ProtobufDecodeOptions } from "./protobuf.ts";
import { ProtobufInput } from "./protobuf_input.ts";
import { ProtobufOutput } from "./protobuf_output.ts";
import { writeMessage } from "./protobuf_write.ts";

/** The four bytes that every envelope begins with. */
const ENVELOPE_MAGIC: readonly number[] = [0x6b, 0x38, 0x73, 0x00];

/** What an envelope says and holds. */
export interface Envelope {
  /** `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** `Pod`. */
  readonly kind: string;
  /** The content: a Protobuf message unless `contentType` says otherwise. */
  readonly raw: Uint8Array;
  /** "": nothing else is read. */
  readonly contentEncoding: string;
  /** "" for Protobuf. */
  readonly contentType: string;
}

/** Finds the type of a kind; undefined for one without a known type. */
export type FindType = (group: string, version: string, kind: string) => StructType | undefined;

const MAGIC_BYTES = Uint8Array.from(ENVELOPE_MAGIC);

const JSON_CONTENT = "application/json";

// Tags: in the envelope, in its typeMeta, in a watch event, and in a raw extension.
const TYPE_META = 0x0a, RAW = 0x12, CONTENT_ENCODING = 0x1a, CONTENT_TYPE = 0x22;
const API_VERSION = 0x0a, KIND = 0x12;
const EVENT_TYPE = 0x0a, EVENT_OBJECT = 0x12, EXTENSION_RAW = 0x0a;

const output = new ProtobufOutput();

/** Whether bytes begin as an envelope does. */
export function hasEnvelope(bytes: Uint8Array): boolean {
  return ENVELOPE_MAGIC.every((byte, index) => bytes[index] === byte);
}

/**
 * The Protobuf of a typed object in its envelope, as it travels and as it is stored. The object
 * names its `kind` and `apiVersion`. Throws {@link CodecError}.
 */
export function encodeEnveloped(struct: StructType, object: object): Uint8Array<ArrayBuffer> {
  const { apiVersion, kind } = object as JsonObject;
  if (typeof apiVersion !== "string" || typeof kind !== "string" || kind === "") {
    throw new CodecError("protobuf: an object needs its kind and apiVersion for the envelope");
  }
  try {
    return writeEnvelope(apiVersion, kind, "", "", () => writeMessage(struct, output, object));
  } catch (error) {
    output.reset();
    throw error instanceof CodecError ? error : explainMismatch(struct, object, error);
  }
}

/** Puts content into an envelope as it is. */
export function encodeEnvelope(envelope: Envelope): Uint8Array<ArrayBuffer> {
  const { apiVersion, kind, raw, contentEncoding, contentType } = envelope;
  return writeEnvelope(apiVersion, kind, contentEncoding, contentType, () => output.raw(raw));
}

function writeEnvelope(
  apiVersion: string,
  kind: string,
  contentEncoding: string,
  contentType: string,
  writeRaw: () => void,
): Uint8Array<ArrayBuffer> {
  // From the end to the beginning; see ProtobufOutput.
  output.string(contentType);
  output.varint(CONTENT_TYPE);
  output.string(contentEncoding);
  output.varint(CONTENT_ENCODING);
  const beforeRaw = output.written;
  writeRaw();
  output.varint(output.written - beforeRaw);
  output.varint(RAW);
  const beforeMeta = output.written;
  output.string(kind);
  output.varint(KIND);
  output.string(apiVersion);
  output.varint(API_VERSION);
  output.varint(output.written - beforeMeta);
  output.varint(TYPE_META);
  output.raw(MAGIC_BYTES);
  return output.finish();
}

/** Takes the envelope off; throws {@link CodecError} where there is none, or a broken one. */
export function decodeEnvelope(bytes: Uint8Array): Envelope {
  if (!hasEnvelope(bytes)) {
    throw new CodecError("protobuf: the four bytes that every envelope begins with are missing");
  }
  return decodeBareEnvelope(bytes.subarray(ENVELOPE_MAGIC.length));
}

const FIRST_FOUR = new Set([1, 2, 3, 4]), FIRST_TWO = new Set([1, 2]), FIRST = new Set([1]);

/** As {@link decodeEnvelope}, for bytes without the magic. */
export function decodeBareEnvelope(bytes: Uint8Array): Envelope {
  const input = new ProtobufInput(bytes);
  const envelope = {
    apiVersion: "",
    kind: "",
    raw: new Uint8Array(),
    contentEncoding: "",
    contentType: "",
  } as { -readonly [K in keyof Envelope]: Envelope[K] };
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === TYPE_META) Object.assign(envelope, readTypeMeta(input));
    else if (tag === RAW) envelope.raw = input.delimited();
    else if (tag === CONTENT_ENCODING) envelope.contentEncoding = input.loneString();
    else if (tag === CONTENT_TYPE) envelope.contentType = input.loneString();
    else input.skipUnknown(tag, FIRST_FOUR);
  }
  return envelope;
}

function readTypeMeta(input: ProtobufInput): { apiVersion?: string; kind?: string } {
  const outer = input.enter();
  const meta: { apiVersion?: string; kind?: string } = {};
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === API_VERSION) meta.apiVersion = input.loneString();
    else if (tag === KIND) meta.kind = input.loneString();
    else input.skipUnknown(tag, FIRST_TWO);
  }
  input.leave(outer);
  return meta;
}

/** An object out of its envelope, with the type that was found for it. */
export interface DecodedObject {
  /** What was found for its kind. */
  readonly type: StructType;
  /** The object in canonical form, `kind` and `apiVersion` included. */
  readonly object: JsonObject;
}

/** Reads an object in its envelope into canonical form. Throws {@link CodecError}. */
export function decodeEnveloped(
  bytes: Uint8Array,
  findType: FindType,
  options: ProtobufDecodeOptions = {},
): DecodedObject {
  const limit = options.limitBytes ?? SIZE_LIMIT_BYTES;
  if (bytes.length > limit) {
    throw new CodecError(`protobuf: ${bytes.length} bytes are more than the limit of ${limit}`);
  }
  return decodeContent(decodeEnvelope(bytes), findType, options);
}

/** Reads the object that an envelope holds. */
export function decodeContent(
  envelope: Envelope,
  findType: FindType,
  options: ProtobufDecodeOptions = {},
): DecodedObject {
  const { apiVersion, kind, raw, contentEncoding, contentType } = envelope;
  const { group, version } = parseApiVersion(apiVersion);
  const type = findType(group, version, kind);
  if (type === undefined) {
    throw new CodecError(
      `protobuf: no kind ${JSON.stringify(kind)} is known in ${
        JSON.stringify(formatApiVersion(group, version))
      }`,
    );
  }
  if (contentEncoding !== "") {
    throw new CodecError(`protobuf: unknown content encoding ${JSON.stringify(contentEncoding)}`);
  }
  if (contentType === JSON_CONTENT) return { type, object: decodeJson(type, raw, options) };
  return { type, object: Object.assign({ kind, apiVersion }, decodeProtobuf(type, raw, options)) };
}

/** One frame of a watch in Protobuf. */
export interface WatchFrame {
  /** `ADDED`, `MODIFIED`, `DELETED`, `BOOKMARK` or `ERROR`. */
  readonly type: string;
  /** The object in its envelope. */
  readonly object: Uint8Array;
}

/** A frame with its length in front: the unit of a watch's stream. */
export function encodeWatchFrame(frame: WatchFrame): Uint8Array<ArrayBuffer> {
  const beforeObject = output.written;
  output.lengthDelimited(frame.object);
  output.varint(EXTENSION_RAW);
  output.varint(output.written - beforeObject);
  output.varint(EVENT_OBJECT);
  output.string(frame.type);
  output.varint(EVENT_TYPE);
  return framed(output.finish());
}

/** Puts the length of a message in front of it, as four bytes, the highest first. */
export function framed(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(FRAME_HEADER_BYTES + message.length);
  new DataView(frame.buffer).setUint32(0, message.length);
  frame.set(message, FRAME_HEADER_BYTES);
  return frame;
}

/** The bytes in front of each frame. */
export const FRAME_HEADER_BYTES = 4;

/**
 * The message of the first frame in `bytes`, or undefined while it has not arrived in full. Throws
 * {@link CodecError} for a frame past the limit.
 */
export function firstFrame(
  bytes: Uint8Array,
  limitBytes: number = SIZE_LIMIT_BYTES,
): Uint8Array | undefined {
  if (bytes.length < FRAME_HEADER_BYTES) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (length > limitBytes) {
    throw new CodecError(`protobuf: a frame of ${length} bytes is over the limit of ${limitBytes}`);
  }
  const end = FRAME_HEADER_BYTES + length;
  return bytes.length < end ? undefined : bytes.subarray(FRAME_HEADER_BYTES, end);
}

/** Reads the message of a watch frame. */
export function decodeWatchFrame(message: Uint8Array): WatchFrame {
  const input = new ProtobufInput(message);
  let type = "";
  let object: Uint8Array = new Uint8Array();
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === EVENT_TYPE) type = input.loneString();
    else if (tag === EVENT_OBJECT) object = readExtension(input);
    else input.skipUnknown(tag, FIRST_TWO);
  }
  return { type, object };
}

function readExtension(input: ProtobufInput): Uint8Array {
  const outer = input.enter();
  let raw: Uint8Array = new Uint8Array();
  while (input.at < input.end) {
    const tag = input.tag();
    if (tag === EXTENSION_RAW) raw = input.delimited();
    else input.skipUnknown(tag, FIRST);
  }
  input.leave(outer);
  return raw;
}
