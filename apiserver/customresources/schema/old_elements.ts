/**
 * Elements of lists of type `map`, by their keys.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { isObject, memberOf } from "../../../toolkit/values/json.ts";
import type { SchemaNode } from "./node.ts";

/** The old elements of a list of type `map`, found by their keys. */
export interface OldElements {
  /** The first element with the same key as `element`. */
  like(element: unknown): JsonObject | undefined;
}

const NONE: OldElements = { like: () => undefined };

/** The elements of a list by the keys that its schema names. */
export function keysOf(
  list: readonly unknown[],
  { mapKeys, type, listType }: SchemaNode,
): OldElements {
  if (type !== "array" || listType !== "map" || mapKeys.length === 0) return NONE;
  const elements = new Map<string, JsonObject>();
  for (const element of list) {
    const key = elementKey(element, mapKeys);
    if (key !== undefined && !elements.has(key)) elements.set(key, element as JsonObject);
  }
  return {
    like(element) {
      const key = elementKey(element, mapKeys);
      return key === undefined ? undefined : elements.get(key);
    },
  };
}

/** A text of the key; undefined where a part of it is missing, or no scalar. */
function elementKey(element: unknown, names: readonly string[]): string | undefined {
  if (!isObject(element)) return undefined;
  let key = "";
  for (const name of names) {
    const value = memberOf(element, name);
    if (value === undefined || value === null || typeof value === "object") return undefined;
    key += `${typeof value === "string" ? JSON.stringify(value) : String(value)},`;
  }
  return key;
}
