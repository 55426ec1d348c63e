/**
 * The annotation in which client-side apply keeps what it last applied: how an object passes from
 * client-side to server-side apply without conflicts, and stays fit for both.
 *
 * @module
 */

import {
  decodeUntypedJson,
  encodeUntypedJson,
  type JsonObject,
  sortedNames,
} from "../../toolkit/codec/mod.ts";
import { NAMES } from "../../toolkit/names.ts";
import { compareObjects } from "./compare.ts";
import { FieldSet } from "./field_set.ts";
import { fieldsOf } from "./fields_of.ts";
import type { MergeType } from "./merge_type.ts";
import { isObject, setMember } from "../../toolkit/values/json.ts";
import { validateObject } from "./validate.ts";

/** The manager for which the annotation counts; others opt out of it by their name. */
export const CLIENT_APPLIER = "kubectl";

/** Alike in both dialects: it belongs to the client. */
const LAST_APPLIED = NAMES.kubernetes.annotationLastApplied;

/** Bytes of all annotations of an object. */
const ANNOTATIONS_LIMIT_BYTES = 256 * 1024;

/**
 * The fields that client-side apply set, and that are as it set them: its successor may take them
 * from whoever owns them. None where the annotation is absent, of another version, or no object.
 */
export function fieldsOfLastApplied(
  type: MergeType,
  live: JsonObject,
  apiVersion: string,
): FieldSet {
  const text = lastAppliedOf(live);
  if (text === undefined) return FieldSet.EMPTY;
  try {
    const applied = decodeUntypedJson(text);
    if (!isObject(applied) || applied.apiVersion !== apiVersion) return FieldSet.EMPTY;
    validateObject(type, applied);
    validateObject(type, live);
    const { changed, removed } = compareObjects(type, applied, live);
    return fieldsOf(type, applied).difference(changed).difference(removed);
  } catch {
    // Anybody may write the annotation: what can't be read from it is as if it weren't there.
    return FieldSet.EMPTY;
  }
}

/** The object with the annotation brought up to date, if it has it: with what was applied now. */
export function updateLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const { metadata } = object;
  if (!isObject(metadata) || !lastAppliedOf(object)) return object;
  const { [LAST_APPLIED]: old, ...others } = metadata.annotations as JsonObject;
  const text = textOf(applied);
  if (text === old) return object;
  const annotations = sizeOf({ ...others, [LAST_APPLIED]: text }) > ANNOTATIONS_LIMIT_BYTES
    ? others
    : { ...(metadata.annotations as JsonObject), [LAST_APPLIED]: text };
  return { ...object, metadata: { ...metadata, annotations } };
}

function lastAppliedOf(object: JsonObject): string | undefined {
  const annotations = isObject(object.metadata) ? object.metadata.annotations : undefined;
  const text = isObject(annotations) ? annotations[LAST_APPLIED] : undefined;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** As the client writes it: names in order, a line end behind. */
function textOf(applied: JsonObject): string {
  return `${new TextDecoder().decode(encodeUntypedJson(sorted(withoutAnnotation(applied))))}\n`;
}

function withoutAnnotation(applied: JsonObject): JsonObject {
  const { metadata } = applied;
  if (!isObject(metadata) || !isObject(metadata.annotations)) return applied;
  const { [LAST_APPLIED]: _, ...annotations } = metadata.annotations;
  return { ...applied, metadata: { ...metadata, annotations } };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const name of sortedNames(value)) setMember(result, name, sorted(value[name]));
  return result;
}

function sizeOf(annotations: JsonObject): number {
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const [name, value] of Object.entries(annotations)) {
    bytes += encoder.encode(name).length + encoder.encode(String(value)).length;
  }
  return bytes;
}
