/**
 * The object in a request's body.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { addAll } from "../../toolkit/add_all.ts";
import {
  CodecError,
  decodeContent,
  decodeEnvelope,
  decodeJson,
  decodeUntypedJson,
  decodeYaml,
  encodeUntypedJson,
  type FindType,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import {
  badRequest,
  FieldError,
  FieldPath,
  invalid,
  unsupportedMediaType,
} from "../../toolkit/errors/mod.ts";
import { formatApiVersion, parseApiVersion, type StructType } from "../../toolkit/schema/mod.ts";
import type { ObjectShape } from "../resource/object_shape.ts";
import { BODY_TYPES, encodingOf } from "./form.ts";

/** The largest body, in bytes. */
export const BODY_LIMIT_BYTES = 3 * 1024 * 1024;

/** What a body is expected to hold. */
export interface Expected {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** Undefined for a custom resource, which may have a shape instead. */
  readonly type: StructType | undefined;
  readonly shape?: ObjectShape | undefined;
  /** Versions of the group in which it may come as well, with the same fields. Default: none. */
  readonly olderVersions?: readonly string[] | undefined;
  /** Finds the type of a kind in a Protobuf body. */
  readonly findType: FindType;
}

/** What is done about unknown and duplicate fields. */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/**
 * Reads a body into canonical form. A body that names no kind has the expected one; one that names
 * another is refused. Unknown and duplicate fields are an error or end in `warnings`, as
 * `validation` has it. Throws 400 and 415.
 */
export function decodeBody(
  body: Uint8Array,
  contentType: string,
  expected: Expected,
  validation: FieldValidation,
  warnings: string[],
): JsonObject {
  const encoding = encodingOf(contentType === "" ? "application/json" : contentType);
  if (encoding === undefined || (encoding === "protobuf" && !expected.type?.hasProtobuf)) {
    throw unsupportedMediaType(BODY_TYPES);
  }
  const problems: string[] | undefined = validation === "Ignore" ? undefined : [];
  const { type, shape } = expected;
  let text = body;
  let object = decoding(expected, () => {
    if (encoding === "protobuf") return decodeProtobufBody(body, expected);
    const json = text = encoding === "yaml" ? yamlAsJson(body, problems) : body;
    const options = problems === undefined ? {} : { problems };
    return type === undefined
      ? untyped(decodeUntypedJson(json, options))
      : decodeJson(type, json, options);
  });
  checkKind(object, expected, text);
  // As in the reference, whose reader of YAML has its fields sorted, after what it says itself.
  if (encoding === "yaml" && type !== undefined) problems?.sort(byYaml);
  if (shape !== undefined) object = decoding(expected, () => shape.canonical(object, problems));
  if (problems !== undefined && problems.length > 0) {
    reportProblems(problems, expected, validation, warnings);
  }
  if (type !== undefined && encoding !== "protobuf") keepEmptyOwners(text, object);
  return withKind(object, expected);
}

/**
 * Reads options of a request. They may name the version of any group, or none; what else a body
 * holds is refused. Fields that are unknown are left out. Throws 400 and 415.
 */
export function decodeOptions(
  body: Uint8Array,
  contentType: string,
  { group, kind, type }: {
    /** The group whose version is meant where a body names none. */
    readonly group: string;
    readonly kind: string;
    readonly type: StructType;
  },
): JsonObject {
  const encoding = encodingOf(contentType === "" ? "application/json" : contentType);
  if (encoding === undefined) throw unsupportedMediaType(BODY_TYPES);
  try {
    if (encoding === "protobuf") {
      const findType: FindType = (_group, _version, named) => named === kind ? type : undefined;
      return decodeProtobufBody(body, { group, version: "v1", kind, findType });
    }
    const options = decodeJson(type, encoding === "yaml" ? yamlAsJson(body) : body);
    const apiVersion = String(options.apiVersion || formatApiVersion(group, "v1"));
    const named = String(options.kind || kind);
    if (apiVersion.split("/").length > 2) {
      throw new CodecError(`unexpected GroupVersion string: ${apiVersion}`);
    }
    if (named !== kind) throw notRegistered(named, apiVersion);
    return options;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(error.message);
  }
}

/** Tells of fields that are unknown or come twice, as `validation` has it. */
export function reportProblems(
  problems: readonly string[],
  expected: Pick<Expected, "kind" | "version">,
  validation: FieldValidation,
  warnings: string[],
): void {
  if (validation === "Strict") throw cannotHandle(expected, strictError(problems));
  if (validation === "Warn") warnOf(problems, warnings);
}

/** What is told where nothing of it is allowed. */
export function strictError(problems: readonly string[]): string {
  return `strict decoding error: ${problems.join(", ")}`;
}

/** Gives a warning of each: also of those that the reference's YAML parser tells in one. */
export function warnOf(problems: readonly string[], warnings: string[]): void {
  for (const problem of problems) {
    if (!problem.startsWith(YAML_ERRORS)) warnings.push(problem);
    else addAll(warnings, problem.slice(YAML_ERRORS.length).split("\n  "));
  }
}

const YAML_ERRORS = "yaml: unmarshal errors:\n  ";

/** What the reference's YAML parser says of fields that come twice: all in one. */
export function yamlErrors(duplicates: readonly string[]): string {
  return YAML_ERRORS + duplicates.join("\n  ");
}

const OWNERS = new TextEncoder().encode('"managedFields"');

/**
 * The canonical form has no empty list of owners, which says something to who tracks them: it is
 * put back. A body without any costs no more than the search for it.
 */
function keepEmptyOwners(json: Uint8Array, object: JsonObject): void {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  let at = bytes.indexOf(OWNERS);
  while (at >= 0 && !beginsEmptyList(bytes, at + OWNERS.length)) {
    at = bytes.indexOf(OWNERS, at + OWNERS.length);
  }
  if (at < 0) return;
  // There is an empty one somewhere: whether it is the object's own shows the whole alone.
  const { metadata } = JSON.parse(bytes.toString());
  if (metadata?.managedFields?.length === 0) {
    (object.metadata as JsonObject).managedFields = [];
  }
}

const COLON = 0x3a, OPEN = 0x5b, CLOSE = 0x5d, OPEN_BRACE = 0x7b;

/** Whether `: []` stands at a place in JSON. */
function beginsEmptyList(json: Uint8Array, at: number): boolean {
  for (const wanted of [COLON, OPEN, CLOSE]) {
    while (isSpace(json[at])) at++;
    if (json[at++] !== wanted) return false;
  }
  return true;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function cannotHandle({ kind, version }: Pick<Expected, "kind" | "version">, why: string) {
  return badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`);
}

function decoding(expected: Expected, decode: () => JsonObject): JsonObject {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw cannotHandle(expected, error.message);
  }
}

function decodeProtobufBody(
  body: Uint8Array,
  expected: Pick<Expected, "group" | "version" | "kind" | "findType">,
): JsonObject {
  const envelope = decodeEnvelope(body);
  const apiVersion = envelope.apiVersion || formatApiVersion(expected.group, expected.version);
  const kind = envelope.kind || expected.kind;
  const { group, version } = parseApiVersion(apiVersion);
  if (expected.findType(group, version, kind) === undefined) {
    throw notRegistered(kind, apiVersion);
  }
  return decodeContent({ ...envelope, apiVersion, kind }, expected.findType).object;
}

function notRegistered(kind: string, apiVersion: string): CodecError {
  return new CodecError(
    `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`,
  );
}

function byYaml(one: string, other: string): number {
  const first = Number(other.startsWith(YAML_ERRORS)) - Number(one.startsWith(YAML_ERRORS));
  return first || (one < other ? -1 : 1);
}

function yamlAsJson(body: Uint8Array, problems?: string[]): Uint8Array {
  const duplicates: string[] = [];
  const [document, ...more] = decodeYaml(body, { duplicates });
  if (duplicates.length > 0) problems?.push(yamlErrors(duplicates));
  if (more.length > 0) throw new CodecError("yaml: the body has more than one document");
  return encodeUntypedJson(document ?? {});
}

function untyped(value: unknown): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new CodecError("json: the body is not an object");
}

function checkKind(object: JsonObject, expected: Expected, body: Uint8Array): void {
  const wanted = formatApiVersion(expected.group, expected.version);
  const isCustom = expected.type === undefined;
  for (const field of ["kind", "apiVersion"] as const) {
    const isText = typeof (object[field] ?? "") === "string";
    if (!isText) throw unrecognized(expected, `the ${field} is no text`, body);
  }
  // What has no type of its own is not taken for one by the path alone.
  if (isCustom && !object.kind) {
    const shown = decoder.decode(body.subarray(0, SHOWN_BODY_BYTES));
    throw unrecognized(expected, `Object 'Kind' is missing in '${shown}'`, body);
  }
  const { group, olderVersions = [] } = expected;
  if (olderVersions.some((version) => object.apiVersion === formatApiVersion(group, version))) {
    object.apiVersion = wanted;
  }
  const { kind } = object;
  const written = (object.apiVersion ?? "") as string;
  if (written.split("/").length > 2) {
    throw unrecognized(expected, `unexpected GroupVersion string: ${written}`, body);
  }
  const apiVersion = withoutEmptyGroup(written);
  if (apiVersion !== written) object.apiVersion = apiVersion;
  if ((isCustom || apiVersion !== "") && apiVersion !== wanted) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version ` +
        `(${wanted})`,
    );
  }
  if (isCustom && kind !== expected.kind) {
    const { name } = (object.metadata ?? {}) as { name?: unknown };
    const error = FieldError.invalid(FieldPath.of("kind"), kind, `must be ${expected.kind}`);
    throw invalid({ group, kind: kind as string }, typeof name === "string" ? name : "", [error]);
  }
  if (kind !== undefined && kind !== "" && kind !== expected.kind) {
    throw badRequest(
      `${kind} in version ${JSON.stringify(expected.version)} cannot be handled as a ` +
        `${expected.kind}: the kind in the data does not match the expected kind`,
    );
  }
}

/** `v1` of `/v1`: programs that put any group in front of its version write the core group so. */
export function withoutEmptyGroup(apiVersion: string): string {
  const { group, version } = parseApiVersion(apiVersion);
  return formatApiVersion(group, version);
}

const decoder = new TextDecoder();
/** Bytes of a body that an error repeats. */
const SHOWN_BODY_BYTES = 10_000;
/** Bytes of a body by which an error tells which one is meant. */
const SUMMARY_BYTES = 30;

function unrecognized({ kind }: Expected, why: string, body: Uint8Array) {
  const beginning = body.subarray(0, SUMMARY_BYTES);
  const isText = body[0] === OPEN_BRACE;
  const summary = isText ? decoder.decode(beginning) : beginning.toHex();
  const rest = body.length > SUMMARY_BYTES ? " ..." : "";
  return badRequest(
    `the object provided is unrecognized (must be of type ${kind}): ${why} (${summary}${rest})`,
  );
}

/** The object with kind and apiVersion in front. */
function withKind(object: JsonObject, { group, version, kind }: Expected): JsonObject {
  if (object.kind === kind && object.apiVersion) return object;
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return { kind, apiVersion: formatApiVersion(group, version), ...rest };
}
