/**
 * Encodes and decodes the objects of one resource.
 *
 * @module
 */

import {
  canonicalObject,
  decodeUntypedJson,
  encodeUntypedJson,
  hasEnvelope,
  type JsonObject,
} from "../../toolkit/codec/mod.ts";
import { schemaOf, type StructType } from "../../toolkit/schema/mod.ts";
import type { CachedObject, Decoded } from "../storage/cache/mod.ts";
import type { StorageEncoding } from "../storage/encoding.ts";
import type { Stored } from "../storage/mod.ts";
import { StoredProtobuf } from "../storage/stored_protobuf.ts";
import { metadataOf } from "./metadata.ts";
import { withRevision } from "./revision_splice.ts";

/** Adds the fields of an object that selectors may ask for, by path, besides name and namespace. */
export type AddFields = (object: JsonObject, fields: Record<string, string>) => void;

/** An object ready to be stored, and to be shown once its revision is known. */
export class Prepared {
  #decoded: { readonly revision: number; readonly decoded: Decoded } | undefined;

  constructor(
    readonly value: Uint8Array,
    /** The JSON with the resourceVersion that the object had. */
    readonly json: Uint8Array,
    readonly labels: Readonly<Record<string, string>>,
    readonly fields: Readonly<Record<string, string>>,
  ) {}

  /** What readers get of it as stored at a revision. */
  at(revision: number): Decoded {
    if (this.#decoded?.revision !== revision) {
      const { value, labels, fields } = this;
      const json = withRevision(this.json, revision);
      const protobuf = hasEnvelope(value) ? new StoredProtobuf(value, revision) : undefined;
      this.#decoded = { revision, decoded: { json, labels, fields, protobuf } };
    }
    return this.#decoded.decoded;
  }
}

const NO_LABELS: Readonly<Record<string, string>> = Object.freeze({});

/** Stands where the revision of an object that is new will be. */
const NO_REVISION = "0";

const decoder = new TextDecoder();

/**
 * Encodes and decodes the objects of one resource, for the store and for readers. The JSON of a
 * write is made once and shared by the answer, the cache and all watchers; its bytes may not be
 * changed.
 */
export class ObjectCoder {
  readonly #type: StructType | undefined;
  readonly #encoding: StorageEncoding;
  readonly #addFields: AddFields;
  readonly #afterDecode: ((object: JsonObject) => void) | undefined;
  /**
   * By the stored value: the cache's feed hands back the very bytes that were committed. Whoever reads them first takes
   * it out, as the store may keep the bytes for long.
   */
  readonly #prepared = new WeakMap<Uint8Array, Prepared>();

  /** `type` is undefined for custom resources. */
  constructor(
    type: StructType | undefined,
    encoding: StorageEncoding,
    addFields: AddFields,
    afterDecode?: (object: JsonObject) => void,
  ) {
    this.#type = type;
    this.#encoding = encoding;
    this.#addFields = addFields;
    this.#afterDecode = afterDecode;
  }

  /** The JSON of an object, its resourceVersion as it is or `0`. */
  json(object: JsonObject): Uint8Array {
    const metadata = metadataOf(object);
    if (!metadata.resourceVersion) metadata.resourceVersion = NO_REVISION;
    return this.preview(object);
  }

  /** The JSON of an object that is not stored, as it stands. */
  preview(object: JsonObject): Uint8Array {
    return this.#type === undefined
      ? encodeUntypedJson(inOrder(object))
      : this.#encoding.json(this.#type, object);
  }

  /** Prepares an object for the store; `json` is what {@link json} made of it. */
  prepare(object: JsonObject, json: Uint8Array): Prepared {
    const metadata = metadataOf(object);
    const { resourceVersion } = metadata;
    // Which version it is, the store knows.
    delete metadata.resourceVersion;
    const value = this.#encoding.encode(this.#type, object);
    metadata.resourceVersion = resourceVersion;
    const labels = metadata.labels ?? NO_LABELS;
    const prepared = new Prepared(value, json, labels, this.#fieldsOf(object));
    this.#prepared.set(value, prepared);
    return prepared;
  }

  /** What readers get of a stored value. Throws `Corrupt`. */
  decode(stored: Stored): Decoded {
    const prepared = this.#prepared.get(stored.value);
    if (prepared !== undefined) {
      this.#prepared.delete(stored.value);
      return prepared.at(stored.revision);
    }
    const { object, stale } = this.#encoding.decode(stored.key, stored.value);
    this.#afterDecode?.(object);
    const metadata = metadataOf(object);
    metadata.resourceVersion = String(stored.revision);
    return {
      json: this.json(object),
      labels: metadata.labels ?? NO_LABELS,
      fields: this.#fieldsOf(object),
      stale: stale || stored.stale === true,
    };
  }

  /** Every object can be selected by its name and namespace. */
  #fieldsOf(object: JsonObject): Record<string, string> {
    const { name = "", namespace } = metadataOf(object);
    const fields: Record<string, string> = { "metadata.name": name };
    if (namespace !== undefined) fields["metadata.namespace"] = namespace;
    this.#addFields(object, fields);
    return fields;
  }
}

const OBJECT_META = schemaOf("kubernetes").struct("meta/v1", "ObjectMeta");

/**
 * An object without a type with what all have in its usual order: nothing that anybody may write at
 * will comes before its version.
 */
function inOrder(object: JsonObject): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const meta = canonicalObject(OBJECT_META, metadata as JsonObject ?? {});
  return { apiVersion, kind, metadata: meta, ...rest };
}

/** The object of an entry: a copy of its own, to be changed at will. */
export function objectOf({ json }: Pick<CachedObject, "json">): JsonObject {
  const text = decoder.decode(json);
  // Numbers that JSON.parse would round need the slow reader.
  return (/\d{16}/.test(text) ? decodeUntypedJson(text) : JSON.parse(text)) as JsonObject;
}
