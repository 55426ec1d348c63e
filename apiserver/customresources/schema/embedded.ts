/**
 * Objects of the API inside of objects: their type and metadata are read and checked as those of any
 * object are.
 *
 * @module
 */

import { addAll } from "../../../toolkit/add_all.ts";
import type { ObjectMeta } from "../../../toolkit/api/meta_v1.ts";
import { canonicalObject, CodecError, type JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { schemaOf } from "../../../toolkit/schema/mod.ts";
import {
  checkDns1035Label,
  checkPathSegmentName,
  checkPathSegmentPrefix,
  type NameCheck,
  validateObjectMeta,
} from "../../../toolkit/validation/mod.ts";
import { isObject, setMember } from "../../../toolkit/values/json.ts";
import { shownValue } from "./json.ts";
import type { SchemaNode } from "./node.ts";

// Metadata is the same in both dialects.
const OBJECT_META = schemaOf("kubernetes").struct("meta/v1", "ObjectMeta");

const checkName: NameCheck = (name, options) =>
  options?.prefix === true ? checkPathSegmentPrefix(name) : checkPathSegmentName(name);

/** What is done with metadata that can't be read. */
export interface CoerceOptions {
  /** Drop it, as of objects that are stored already. Default: throw CodecError. */
  readonly dropInvalid?: boolean;
  /** Gets a sentence for each field that metadata doesn't have. */
  readonly problems?: string[] | undefined;
  /** Where the value stands, if it is looked at by itself. Default: it is a whole object. */
  readonly at?: Place;
}

/** Where a value stands. */
export interface Place {
  readonly path: FieldPath;
  /** Whether it is an object of the API, although its schema does not say so. */
  readonly isWhole: boolean;
}

type Visit = (object: JsonObject, path: FieldPath) => void;

/** Brings embedded objects into canonical form. In place. What it throws has the {@link FieldError} for its cause. */
export function coerceEmbedded(
  value: unknown,
  node: SchemaNode,
  { dropInvalid = false, problems, at }: CoerceOptions = {},
): void {
  visitEmbedded(value, node, at, (embedded, path) => {
    for (const name of ["apiVersion", "kind"]) {
      const value = embedded[name];
      if (value === undefined || typeof value === "string") continue;
      if (dropInvalid) delete embedded[name];
      else {
        throw unreadable(path.child(name), value, "must be a string");
      }
    }
    const { metadata } = embedded;
    if (metadata === undefined) return;
    if (metadata === null) embedded.metadata = {};
    else if (isObject(metadata)) {
      embedded.metadata = canonicalMetadata(metadata, path, { dropInvalid, problems });
    } else if (!dropInvalid) {
      throw unreadable(path.child("metadata"), metadata, "must be an object");
    }
  });
}

function unreadable(path: FieldPath, value: unknown, why: string): CodecError {
  const cause = FieldError.invalid(path, shownValue(value), why);
  return new CodecError(String(cause), "", { cause });
}

function canonicalMetadata(
  metadata: JsonObject,
  path: FieldPath,
  { dropInvalid, problems }: CoerceOptions,
): JsonObject {
  const unknown: string[] | undefined = problems && [];
  const read = (fields: JsonObject) =>
    canonicalObject(OBJECT_META, fields, unknown === undefined ? {} : { problems: unknown });
  let canonical: JsonObject;
  try {
    canonical = read(metadata);
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    if (dropInvalid !== true) throw unreadable(path.child("metadata"), metadata, error.message);
    canonical = read(readable(metadata));
  }
  for (const problem of unknown ?? []) problems?.push(problem.replace('"', `"${path}.metadata.`));
  if (canonical.creationTimestamp === null) delete canonical.creationTimestamp;
  return canonical;
}

/** The fields that can be read one by one. */
function readable(metadata: JsonObject): JsonObject {
  const good: JsonObject = {};
  for (const [name, value] of Object.entries(metadata)) {
    const field: JsonObject = {};
    setMember(field, name, value);
    try {
      canonicalObject(OBJECT_META, field);
    } catch (error) {
      if (error instanceof CodecError) continue;
      throw error;
    }
    setMember(good, name, value);
  }
  return good;
}

/** What breaks rules of types and metadata in embedded objects. `at`: see {@link CoerceOptions}. */
export function validateEmbedded(value: unknown, node: SchemaNode, at?: Place): FieldError[] {
  const errors: FieldError[] = [];
  visitEmbedded(value, node, at, (embedded, path) => {
    for (const name of ["apiVersion", "kind"] as const) {
      validateTypeField(errors, path.child(name), embedded[name], CHECKS[name]);
    }
    const { metadata } = embedded;
    if (metadata !== undefined) validateMetadata(errors, path.child("metadata"), metadata);
  });
  return errors;
}

/** What is wrong with the type and the metadata of one object of the API, in texts. */
export function metadataProblems({ apiVersion, kind, metadata }: JsonObject): string[] {
  const errors: FieldError[] = [];
  validateTypeField(errors, FieldPath.of("apiVersion"), apiVersion, CHECKS.apiVersion);
  validateTypeField(errors, FieldPath.of("kind"), kind, CHECKS.kind);
  if (metadata !== undefined) validateMetadata(errors, FieldPath.of("metadata"), metadata);
  return errors.map(String);
}

const CHECKS: Readonly<Record<string, (text: string) => string | undefined>> = {
  apiVersion(text) {
    const slashes = text.split("/").length - 1;
    return slashes > 1 ? `unexpected GroupVersion string: ${text}` : undefined;
  },
  kind(text) {
    const broken = checkDns1035Label(text.toLowerCase());
    return broken.length === 0
      ? undefined
      : `may have mixed case, but should otherwise match: ${broken.join(",")}`;
  },
};

function validateTypeField(
  errors: FieldError[],
  path: FieldPath,
  value: unknown,
  check: ((text: string) => string | undefined) | undefined,
): void {
  if (value === undefined) errors.push(FieldError.required(path));
  else if (typeof value !== "string") {
    errors.push(FieldError.invalid(path, shownValue(value), "must be a string"));
  } else if (value === "") errors.push(FieldError.invalid(path, value, "must not be empty"));
  else {
    const why = check?.(value);
    if (why !== undefined) errors.push(FieldError.invalid(path, value, why));
  }
}

/** Stands for a name, which embedded objects need not have. */
const SOME_NAME = "name";

function validateMetadata(errors: FieldError[], path: FieldPath, metadata: unknown): void {
  let read: ObjectMeta;
  try {
    if (!isObject(metadata)) throw new CodecError("must be an object");
    read = canonicalObject(OBJECT_META, metadata) as ObjectMeta;
  } catch (error) {
    if (!(error instanceof CodecError)) throw error;
    errors.push(FieldError.invalid(path, shownValue(metadata), error.message));
    return;
  }
  const named = { ...read, name: read.name || SOME_NAME };
  const namespaced = (read.namespace ?? "") !== "";
  addAll(errors, validateObjectMeta(named, { namespaced, checkName }, path));
}

/** Calls `visit` for all embedded objects, the outer ones first. */
function visitEmbedded(
  value: unknown,
  node: SchemaNode,
  at: Place | undefined,
  visit: Visit,
): void {
  if (at !== undefined && !at.isWhole) return visitValue(value, node, at.path, visit);
  if (!isObject(value)) return;
  if (at !== undefined) visit(value, at.path);
  visitFields(value, node, at?.path, visit);
}

function visitFields(
  object: JsonObject,
  node: SchemaNode,
  path: FieldPath | undefined,
  visit: Visit,
): void {
  if (!node.hasEmbedded) return;
  for (const name of Object.keys(object)) {
    const property = node.properties.get(name);
    const field = property ?? node.field(name);
    if (field === undefined || !field.hasEmbedded) continue;
    const at = path === undefined
      ? FieldPath.of(name)
      : property === undefined
      ? path.key(name)
      : path.child(name);
    visitValue(object[name], field, at, visit);
  }
}

function visitValue(value: unknown, node: SchemaNode, path: FieldPath, visit: Visit): void {
  if (!node.hasEmbedded) return;
  if (Array.isArray(value)) {
    const { items } = node;
    if (items === undefined) return;
    for (const [index, element] of value.entries()) {
      visitValue(element, items, path.index(index), visit);
    }
  } else if (isObject(value)) {
    if (node.isEmbedded) visit(value, path);
    visitFields(value, node, path, visit);
  }
}
