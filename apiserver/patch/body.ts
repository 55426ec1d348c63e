/**
 * From the body of a PATCH request to a function on objects, by its content type.
 *
 * @module
 */

import {
  CodecError,
  decodeUntypedJson,
  parseJsonDocuments,
  parseJsonExactly,
} from "../../toolkit/codec/mod.ts";
import { badRequest, unsupportedMediaType } from "../../toolkit/errors/mod.ts";
import type { StructType } from "../../toolkit/schema/mod.ts";
import { OPERATION_MEMBERS, OperationFields } from "./operation_fields.ts";
import { unprocessable } from "./errors.ts";
import { jsonPatch, operationsOf } from "./json_patch.ts";
import { isObject, type JsonObject, kindOfValue } from "../../toolkit/values/json.ts";
import { mergePatch } from "../../toolkit/patch/merge_patch.ts";
import { hasAliases, ownNames, ownPointer, typeAt } from "./own_names.ts";
import { strategicMergePatch } from "./strategic_merge.ts";

/** The content type of a JSON patch. */
export const JSON_PATCH = "application/json-patch+json";
/** The content type of a JSON merge patch. */
export const MERGE_PATCH = "application/merge-patch+json";
/** The content type of a strategic merge patch. */
export const STRATEGIC_MERGE_PATCH = "application/strategic-merge-patch+json";

/** A patch as it came. */
export interface PatchBody {
  /** The content type of the request; parameters are ignored. */
  readonly mediaType: string;
  /** The body of the request. */
  readonly body: Uint8Array;
  /** The type of the objects; undefined for custom resources, which have no strategic merge. */
  readonly type?: StructType | undefined;
  /**
   * Gets a sentence for each field that comes twice in the body, and each unknown field of an
   * operation of a JSON patch. Without it these are ignored, the last one winning.
   */
  readonly problems?: string[] | undefined;
  /** Bytes that `copy` may add. Default 3 MiB. */
  readonly limitCopiedBytes?: number | undefined;
}

/**
 * A patch that was read: applies itself to an object, which stays as it is, any number of times.
 *
 * The result is for `canonicalObject` (or, of a custom resource, `encodeUntypedJson`): numbers whose
 * text says more than their value are kept as these two read them.
 */
export type Patch = (document: JsonObject) => JsonObject;

/** Makes a patch of a parsed body, in which problems were found. */
type Reader = (value: unknown, body: PatchBody, found: string[]) => Patch;

const READERS: Readonly<Record<string, Reader>> = {
  [JSON_PATCH]: readJsonPatch,
  [MERGE_PATCH]: readMergePatch,
  [STRATEGIC_MERGE_PATCH]: readStrategicMergePatch,
};

/** The content types that {@link readPatch} reads, for objects with a type and without. */
export function patchMediaTypes(isTyped: boolean): readonly string[] {
  return isTyped ? Object.keys(READERS) : [JSON_PATCH, MERGE_PATCH];
}

/** Reads a patch. Throws a StatusError: 400 where it is malformed, 415 for another content type. */
export function readPatch(patch: PatchBody): Patch {
  const mediaType = patch.mediaType.split(";")[0]!.trim();
  const accepted = patchMediaTypes(patch.type !== undefined);
  if (!accepted.includes(mediaType)) throw unsupportedMediaType(accepted);
  const found: string[] = [];
  const apply = READERS[mediaType]!(parse(patch, found), patch, found);
  for (const problem of found) patch.problems?.push(problem);
  return apply;
}

/** Reads a patch and applies it once. Throws a StatusError. */
export function applyPatchBody(patch: PatchBody & { readonly document: JsonObject }): JsonObject {
  return readPatch(patch)(patch.document);
}

/** A number as only the slow parser reads it, such as `1e3` or `1.0`, in a text of JSON. */
const NOTABLE_NUMBER = /\d(?:\.0+|[eE][+-]?\d+)[\s,\]}]/;

function parse({ body, type, problems }: PatchBody, found: string[]): unknown {
  try {
    const value = decodeUntypedJson(body, problems === undefined ? {} : { problems: found });
    if (type === undefined) return value;
    const text = new TextDecoder().decode(body);
    return NOTABLE_NUMBER.test(text) ? parseJsonDocuments(text).next().value : value;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    throw badRequest(`error decoding patch: ${error.message}`);
  }
}

function readJsonPatch(value: unknown, body: PatchBody, found: string[]): Patch {
  const { type, problems, limitCopiedBytes } = body;
  let operations = operationsOf(value);
  const hasUnknown = operations.some((one) =>
    Object.keys(one).some((name) => !OPERATION_MEMBERS.has(name))
  );
  if (problems !== undefined && (hasUnknown || found.length > 0)) {
    // What was found before had no words for operations.
    found.length = 0;
    parseJsonExactly(new TextDecoder().decode(body.body), new OperationFields(found));
  }
  if (type !== undefined && hasAliases(type)) {
    operations = operations.map((operation) => ownOperation(type, operation));
  }
  const options = limitCopiedBytes === undefined ? {} : { limitCopiedBytes };
  return (document) => {
    const result = jsonPatch(document, operations, options);
    if (isObject(result)) return result;
    throw unprocessable("patch", `the result must be an object, not ${kindOfValue(result)}`);
  };
}

/** The operation with all fields under the names that objects have. */
function ownOperation(type: StructType, operation: JsonObject): JsonObject {
  const { path, from, value } = operation;
  const own = (pointer: unknown) =>
    typeof pointer === "string" ? ownPointer(type, pointer) : pointer;
  return {
    ...operation,
    ...(path !== undefined && { path: own(path) }),
    ...(from !== undefined && { from: own(from) }),
    ...(value !== undefined && typeof path === "string" &&
      { value: ownNames(typeAt(type, path), value) }),
  };
}

function readMergePatch(value: unknown, { type }: PatchBody): Patch {
  if (!isObject(value)) throw notAnObject(value);
  const patch = ownNames(type, value);
  return (document) => mergePatch(document, patch) as JsonObject;
}

function readStrategicMergePatch(value: unknown, { type }: PatchBody): Patch {
  if (type === undefined) throw new Error("a strategic merge patch of an object without a type");
  // To the reference this is a patch that changes nothing.
  const patch = value === null ? {} : value;
  if (!isObject(patch)) throw notAnObject(patch);
  return (document) => strategicMergePatch(type, document, patch);
}

function notAnObject(value: unknown) {
  return badRequest(`error decoding patch: a merge patch is an object, not ${kindOfValue(value)}`);
}
