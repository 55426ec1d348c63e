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
 * A body as JSON on one line, whatever form it has; undefined for one that can't be read: the request
 * that it came with has failed, too. What whoever answers takes is read here as well: nobody keeps what they
 * do out of the record by the way in which they say it.
 */
export function recordedBody(body: AuditedBody, options: BodyOptions): string | undefined {
  return asItIs(body, options) ?? decoded(body, options);
}

/** Whether a page is an object of the API, such as a list of resources, and no page to look at. */
export function isApiObject({ contentType, bytes }: AuditedBody): boolean {
  return hasEnvelope(bytes) || isYaml(contentType) ||
    decoder.decode(bytes.subarray(0, KIND_FIRST.length)) === KIND_FIRST;
}

/** As all our objects begin. */
const KIND_FIRST = '{"kind":';

function isYaml(contentType: string): boolean {
  return /yaml/i.test(contentType);
}

/** A body of our own that is JSON on one line already needs no reading. */
function asItIs({ contentType, bytes }: AuditedBody, { omitManagedFields }: BodyOptions) {
  if (omitManagedFields || contentType !== "application/json") return undefined;
  const text = decoder.decode(bytes).trimEnd();
  return text.startsWith("{") && !text.includes("\n") ? text : undefined;
}

function decoded(body: AuditedBody, options: BodyOptions): string | undefined {
  const value = readBody(body, options);
  if (value === undefined) return undefined;
  if (options.omitManagedFields && isObject(value)) dropManagedFields(value as JsonObject);
  return decoder.decode(encodeUntypedJson(value));
}

const decoder = new TextDecoder();

function readBody({ contentType, bytes }: AuditedBody, { findType }: BodyOptions): unknown {
  if (bytes.length === 0) return undefined;
  try {
    if (hasEnvelope(bytes)) return decodeEnveloped(bytes, findType).object;
    // Fields that come twice are not refused by all who read YAML: the last one counts.
    return isYaml(contentType)
      ? decodeYaml(bytes, { duplicates: [] })[0]
      : decodeUntypedJson(bytes);
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
