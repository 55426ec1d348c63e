/**
 * Finds the objects in bytes of any of the formats.
 *
 * @module
 */

import {
  canonicalObject,
  CodecError,
  decodeBareEnvelope,
  decodeContent,
  decodeEnveloped,
  decodeProtobuf,
  decodeYaml,
  type FindType,
  firstFrame,
  FRAME_HEADER_BYTES,
  hasEnvelope,
  type JsonObject,
  parseJsonDocuments,
} from "../../codec/mod.ts";
import {
  findKind,
  type GroupVersionKind,
  parseApiVersion,
  type StructType,
} from "../../schema/mod.ts";
import { isObject } from "../../values/json.ts";

/** The formats that are read and written. */
export type Format = "json" | "yaml" | "protobuf";

/** An object that was read. */
export interface ReadObject {
  readonly object: JsonObject;
  /** Undefined for a kind that is not built in. */
  readonly type: StructType | undefined;
}

/** How objects are read. */
export interface ReadOptions {
  /** The format; found out by the first bytes when undefined. */
  readonly format?: Format | undefined;
  /** What objects are that do not say it themselves. */
  readonly kind?: GroupVersionKind | undefined;
  /** Gets a sentence about each field that is dropped. */
  readonly warnings: string[];
}

/** The type of a kind in either dialect. */
const findType: FindType = (group, version, kind) => findKind(group, version, kind)?.type;

/** Reads all objects; throws {@link CodecError} that says in which document the fault is. */
export function readObjects(bytes: Uint8Array, options: ReadOptions): ReadObject[] {
  const format = options.format ?? detectFormat(bytes, options.kind !== undefined);
  if (format === "protobuf") return readProtobuf(bytes, options);
  const documents = format === "json" ? readJson(text(bytes), options) : readYaml(text(bytes));
  return documents.flatMap((document) => Array.isArray(document) ? document : [document])
    .map((document, index) => inDocument(index, () => typed(document as unknown, index, options)));
}

const NEWLINE = 0x0a, OPEN_OBJECT = 0x7b, OPEN_LIST = 0x5b;
const TEXT_CONTROLS = new Set([0x09, NEWLINE, 0x0d]);

function detectFormat(bytes: Uint8Array, kindIsGiven: boolean): Format {
  if (hasEnvelope(bytes) || isFramed(bytes) || bareEnvelope(bytes) !== undefined) return "protobuf";
  if (kindIsGiven && bytes.some((byte) => byte < 0x20 && !TEXT_CONTROLS.has(byte))) {
    return "protobuf";
  }
  const first = bytes.find((byte) => byte > 0x20 && byte < 0x80);
  return first === OPEN_OBJECT || first === OPEN_LIST ? "json" : "yaml";
}

/** Whether the bytes are frames, each an envelope with its length in front. */
function isFramed(bytes: Uint8Array): boolean {
  const frame = bytes.length > FRAME_HEADER_BYTES && bytes[0] === 0 ? firstFrame(bytes) : undefined;
  return frame !== undefined && hasEnvelope(frame);
}

/** The envelope whose magic was cut off, if that is what the bytes are. */
function bareEnvelope(bytes: Uint8Array): ReturnType<typeof decodeBareEnvelope> | undefined {
  if (bytes[0] !== NEWLINE) return undefined;
  try {
    const envelope = decodeBareEnvelope(bytes);
    return envelope.kind === "" || envelope.apiVersion === "" ? undefined : envelope;
  } catch (error) {
    if (error instanceof CodecError) return undefined;
    throw error;
  }
}

function readProtobuf(bytes: Uint8Array, options: ReadOptions): ReadObject[] {
  if (isFramed(bytes)) return [...readFrames(bytes)];
  if (hasEnvelope(bytes)) return [readEnvelope(bytes)];
  if (options.kind !== undefined) return [readMessage(bytes, options.kind)];
  const envelope = bareEnvelope(bytes);
  if (envelope === undefined) {
    throw new CodecError(
      "protobuf: no envelope says what kind of object this is; name it with --kind",
    );
  }
  return [decodeContent(envelope, findType)];
}

function readEnvelope(bytes: Uint8Array): ReadObject {
  try {
    return decodeEnveloped(bytes, findType);
  } catch (error) {
    if (!(error instanceof CodecError) || bytes.at(-1) !== NEWLINE) throw error;
    // A message never ends in this byte, which announces another field: a tool added it.
    try {
      return decodeEnveloped(bytes.subarray(0, -1), findType);
    } catch {
      throw error;
    }
  }
}

function* readFrames(bytes: Uint8Array): Generator<ReadObject> {
  let rest = bytes;
  for (let index = 0; rest.length > 0; index++) {
    const frame = inDocument(index, () => firstFrame(rest));
    if (frame === undefined) {
      throw new CodecError(`document ${index + 1}: protobuf: the input ends within this object`);
    }
    yield inDocument(index, () => decodeEnveloped(frame, findType));
    rest = rest.subarray(FRAME_HEADER_BYTES + frame.length);
  }
}

function readMessage(bytes: Uint8Array, named: GroupVersionKind): ReadObject {
  const { group, version, kind } = named;
  const type = findType(group, version, kind);
  const apiVersion = group === "" ? version : `${group}/${version}`;
  if (type === undefined) {
    throw new CodecError(`protobuf: ${apiVersion} has no built-in kind ${kind}`);
  }
  return { type, object: { kind, apiVersion, ...decodeProtobuf(type, bytes) } };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function text(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    throw new CodecError(
      "the input is neither UTF-8 text nor Protobuf with an envelope; name what it is with --input and --kind",
      "",
      { cause: error },
    );
  }
}

function readYaml(source: string): unknown[] {
  return decodeYaml(source).filter((document) => document !== null);
}

function readJson(source: string, options: ReadOptions): unknown[] {
  try {
    return readJsonDocuments(source, options);
  } catch (error) {
    if (!(error instanceof CodecError) || options.format === "json") throw error;
    // What begins with a brace may be YAML all the same: `{kind: Pod}`, or JSON with --- between.
    try {
      return readYaml(source);
    } catch {
      throw error;
    }
  }
}

function readJsonDocuments(source: string, options: ReadOptions): unknown[] {
  const duplicates: string[] = [];
  const documents: unknown[] = [];
  const warnings: string[] = [];
  for (const document of parseJsonDocuments(source, duplicates)) {
    documents.push(document);
    for (const path of duplicates.splice(0)) {
      warnings.push(`document ${documents.length}: duplicate field "${path}"`);
    }
  }
  // Not before all of it was JSON.
  for (const warning of warnings) options.warnings.push(warning);
  return documents;
}

/** Brings a document into the canonical form of its kind. */
function typed(document: unknown, index: number, options: ReadOptions): ReadObject {
  if (!isObject(document)) throw new CodecError("not an object");
  const object = withKind(document, options.kind);
  const apiVersion = String(object.apiVersion);
  if (!/^(?:[^/]+\/)?[^/]+$/.test(apiVersion)) {
    throw new CodecError(
      `apiVersion is VERSION or GROUP/VERSION, not ${JSON.stringify(apiVersion)}`,
    );
  }
  const { group, version } = parseApiVersion(apiVersion);
  const type = findType(group, version, String(object.kind));
  if (type === undefined) return { type, object };
  const problems: string[] = [];
  const canonical = canonicalObject(type, object, { problems });
  for (const problem of problems) {
    options.warnings.push(`document ${index + 1}: ${problem} is dropped`);
  }
  if (group === "" && object.kind === "List" && Array.isArray(canonical.items)) {
    canonical.items = typedItems(canonical.items, index, options);
  }
  return { type, object: canonical };
}

/** The items of a list of anything, each in the form of its own kind; others stay as they are. */
function typedItems(items: readonly unknown[], index: number, options: ReadOptions): unknown[] {
  return items.map((item, at) => {
    if (!isObject(item) || !isNamed(item)) return item;
    const warnings: string[] = [];
    const place = `items[${at}]`;
    try {
      return typed(item, index, { ...options, warnings }).object;
    } catch (error) {
      if (!(error instanceof CodecError)) throw error;
      throw new CodecError(`${place}: ${error.message}`, error.path, { cause: error });
    } finally {
      for (const warning of warnings) options.warnings.push(`${place}: ${warning}`);
    }
  });
}

/** Whether an object says what it is. */
function isNamed({ kind, apiVersion }: JsonObject): boolean {
  return typeof kind === "string" && kind !== "" && typeof apiVersion === "string" &&
    apiVersion !== "";
}

function withKind(object: JsonObject, named: GroupVersionKind | undefined): JsonObject {
  if (isNamed(object)) return object;
  const { kind, apiVersion } = object;
  if (named === undefined || kind !== undefined || apiVersion !== undefined) {
    throw new CodecError("the object lacks its kind or its apiVersion; name both with --kind");
  }
  const { group, version } = named;
  return {
    kind: named.kind,
    apiVersion: group === "" ? version : `${group}/${version}`,
    ...object,
  };
}

function inDocument<T>(index: number, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw new CodecError(`document ${index + 1}: ${error.message}`, error.path, { cause: error });
  }
}
