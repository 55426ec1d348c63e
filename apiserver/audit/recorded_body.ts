/**
 * Bodies of requests and answers, as events hold them.
 *
 * @module
 */

import {
  decodeEnveloped,
  decodeUntypedJson,
  decodeYaml,
  encodeUntypedJson,
  type FindType,
  hasEnvelope,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { isObject } from "../../toolkit/values/json.ts";
import type { AuditedBody } from "./backend.ts";

/** How a body is recorded. */
export interface BodyOptions {
  readonly findType: FindType;
  readonly omitManagedFields: boolean;
}

/**
 * A body as JSON on one line, whatever form it came in; undefined for one that can't be read: the request
 * that it came with has failed, too.
 */
export function recordedBody(body: AuditedBody, options: BodyOptions): string | undefined {
  const value = readBody(body, options.findType);
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

function readBody({ contentType, bytes }: AuditedBody, findType: FindType): unknown {
  if (bytes.length === 0) return undefined;
  try {
    if (hasEnvelope(bytes)) return decodeEnveloped(bytes, findType).object;
    const isYaml = /yaml/i.test(contentType);
    return isYaml ? decodeYaml(bytes)[0] : decodeUntypedJson(bytes);
  } catch {
    // Whoever had to understand it has said what is wrong with it.
    return undefined;
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
