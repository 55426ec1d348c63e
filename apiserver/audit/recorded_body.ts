/**
 * Bodies of requests and answers, as events hold them.
 *
 * @module
 */

import {
  decodeContent,
  decodeEnvelope,
  decodeJson,
  decodeUntypedJson,
  decodeYaml,
  encodeUntypedJson,
  type FindType,
  hasEnvelope,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { parseApiVersion } from "../../toolkit/schema/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { BodyKind } from "../http/context.ts";
import type { AuditedBody } from "./backend.ts";

/** How a body is recorded. */
export interface BodyOptions {
  readonly findType: FindType;
  /** What whoever answered has read the body as; undefined where nobody could read it, or it names no kind. */
  readonly readAs?: BodyKind | undefined;
  readonly omitManagedFields: boolean;
}

/**
 * A body as JSON on one line, whatever form it came in; undefined for one that can't be read: the request
 * that it came with has failed, too. What whoever answers takes is read here as well: nobody keeps what they
 * do out of the record by the way in which they say it.
 */
export function recordedBody(body: AuditedBody, options: BodyOptions): string | undefined {
  const value = readBody(body, options);
  if (typeof value !== "object" || value === null) return undefined;
  if (options.omitManagedFields) dropManagedFields(value as JsonObject);
  return decoder.decode(encodeUntypedJson(value));
}

/** A body of our own that is JSON on one line already needs no reading. */
export function recordedAnswer(body: AuditedBody, options: BodyOptions): string | undefined {
  if (!options.omitManagedFields && body.contentType === "application/json") {
    const text = decoder.decode(body.bytes).trimEnd();
    if (text.startsWith("{") && !text.includes("\n")) return text;
  }
  return recordedBody(body, options);
}

const decoder = new TextDecoder();

function readBody({ contentType, bytes }: AuditedBody, options: BodyOptions): unknown {
  if (bytes.length === 0) return undefined;
  try {
    if (hasEnvelope(bytes)) return readEnveloped(bytes, options);
    const isYaml = /yaml/i.test(contentType);
    // Fields that come twice are not refused by all who read YAML: the last one counts.
    return isYaml ? decodeYaml(bytes, { duplicates: [] })[0] : readJson(bytes, options);
  } catch {
    // Whoever had to understand it has said what is wrong with it.
    return undefined;
  }
}

/** An envelope need not say what is in it, where the place to which it is sent does. */
function readEnveloped(bytes: Uint8Array, { findType, readAs }: BodyOptions): unknown {
  const envelope = decodeEnvelope(bytes);
  const apiVersion = envelope.apiVersion || (readAs?.apiVersion ?? "");
  const kind = envelope.kind || (readAs?.kind ?? "");
  return decodeContent({ ...envelope, apiVersion, kind }, findType).object;
}

/** Without the fields that a type does not know where those can't be read: no one else has read them. */
function readJson(bytes: Uint8Array, { findType, readAs }: BodyOptions): unknown {
  try {
    return decodeUntypedJson(bytes);
  } catch (error) {
    if (readAs === undefined) throw error;
    const { group, version } = parseApiVersion(readAs.apiVersion);
    const type = findType(group, version, readAs.kind);
    if (type === undefined) throw error;
    return { ...readAs, ...decodeJson(type, bytes) };
  }
}

/** Of an object, of the objects of a list, and of those that rows of a table stand for. */
function dropManagedFields(object: JsonObject): void {
  dropOwn(object);
  for (const item of listOf(object.items)) dropOwn(item);
  for (const row of listOf(object.rows)) {
    if (isObject(row.object)) dropOwn(row.object as JsonObject);
  }
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) as JsonObject[] : [];
}

function dropOwn({ metadata }: JsonObject): void {
  if (isObject(metadata)) delete (metadata as JsonObject).managedFields;
}
