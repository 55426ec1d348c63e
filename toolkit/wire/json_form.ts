/**
 * Objects as JSON.
 *
 * @module
 */

import { trimObject, type TrimOptions } from "./trim_object.ts";
import { CodecError } from "../codec/error.ts";
import { decodeUntypedJson, encodeUntypedJson } from "../codec/json.ts";
import { isObject, type JsonObject } from "../values/json.ts";
import { BODY_LIMIT_BYTES, failureOf } from "./failure.ts";
import { newestManagerOf } from "./newest_manager.ts";
import { linesOf } from "./watch_lines.ts";
import {
  keyOf,
  type Received,
  type ReceivedEvent,
  type ReceivedPage,
  type WireForm,
} from "./form.ts";

/** An object in JSON that was decoded as it came. */
class JsonReceived<R> implements Received<R> {
  readonly key: string;
  readonly uid: string;
  readonly revision: string;
  readonly #object: JsonObject;
  readonly #bytes: Uint8Array | undefined;

  /** `bytes`: what the object was decoded from, where that is nothing but the object. */
  constructor(object: JsonObject, bytes?: Uint8Array) {
    const metadata = isObject(object.metadata) ? object.metadata : {};
    this.key = keyOf(textOf(metadata.namespace), textOf(metadata.name));
    this.uid = textOf(metadata.uid);
    this.revision = textOf(metadata.resourceVersion);
    this.#object = object;
    this.#bytes = bytes;
  }

  take(): R {
    return this.#object as R;
  }

  bytes(trim?: TrimOptions): Uint8Array {
    const object = trim === undefined ? this.#object : trimObject(this.#object, trim);
    return object === this.#object && this.#bytes || encodeUntypedJson(object);
  }

  newestManager(): string {
    return newestManagerOf(this.#object);
  }
}

/** A JSON object out of bytes; throws `CodecError`. */
export function decodeObject(bytes: Uint8Array): JsonObject {
  const value = decodeUntypedJson(bytes, { limitBytes: BODY_LIMIT_BYTES });
  if (isObject(value)) return value;
  throw new CodecError("json: the server's answer is no object");
}

/** What objects of a kind are called. */
export interface TypeNames {
  readonly apiVersion: string;
  readonly kind: string;
}

/**
 * The form of a kind in JSON. Items of a list are given their `apiVersion` and `kind`; with `partial`
 * all objects are, as the server calls what is no more than metadata by another name.
 */
export function jsonForm<R>({ apiVersion, kind }: TypeNames, partial = false): WireForm<R> {
  const type = { apiVersion, kind };
  const named = (object: JsonObject) => {
    if (partial) return { ...object, ...type };
    if (object.kind === kind && object.apiVersion === apiVersion) return object;
    throw new CodecError(
      `json: the server sent a ${shown(object.kind)} of ${
        shown(object.apiVersion)
      } where a ${kind} ` +
        `of ${apiVersion} was asked for`,
    );
  };
  return {
    messages: linesOf,
    object: (body) => new JsonReceived<R>(decodeObject(body), body),
    other(body, trim) {
      const object = decodeObject(body);
      return trim === undefined ? object : trimObject(object, trim);
    },
    page(body): ReceivedPage<R> {
      const { metadata, items } = decodeObject(body);
      const list = isObject(metadata) ? metadata : {};
      // Null is how some write an empty list; what has no items at all is something else.
      if (items !== null && !Array.isArray(items)) {
        throw new CodecError("json: the items of the list are no list");
      }
      return {
        revision: textOf(list.resourceVersion),
        next: textOf(list.continue),
        items: (items ?? []).map((item: unknown) => {
          if (!isObject(item)) throw new CodecError("json: an item of the list is no object");
          return new JsonReceived<R>(named({ ...type, ...item }));
        }),
      };
    },
    event(message): ReceivedEvent<R> {
      const { type, object } = decodeObject(message);
      if (!isObject(object)) throw new CodecError("json: an event of the watch has no object");
      switch (type) {
        case "ADDED":
        case "MODIFIED":
        case "DELETED":
          if (!partial && (object.kind !== kind || object.apiVersion !== apiVersion)) {
            throw new CodecError(
              `json: the server sent a ${shown(object.kind)} of ${
                shown(object.apiVersion)
              } where a ` +
                `${kind} of ${apiVersion} was asked for`,
            );
          }
          return { type, object: new JsonReceived<R>(named(object)) };
        case "BOOKMARK":
          return { type, revision: new JsonReceived(object).revision };
        case "ERROR":
          throw failureOf(object, "GET");
        default:
          throw new CodecError(`json: an event of the watch has the type ${shown(type)}`);
      }
    },
  };
}

function shown(value: unknown): string {
  return typeof value === "string" ? value.slice(0, SHOWN_CHARS) : typeof value;
}

/** Characters of an answer that become part of a message. */
const SHOWN_CHARS = 100;

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
