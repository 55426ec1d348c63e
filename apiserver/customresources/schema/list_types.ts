/**
 * Elements of sets differ, and so do the keys of lists that are maps.
 *
 * @module
 */

import type { JsonObject } from "../../../toolkit/codec/mod.ts";
import { FieldError, FieldPath } from "../../../toolkit/errors/mod.ts";
import { isObject, memberOf, setMember } from "../../../toolkit/values/json.ts";
import { canonicalText, shownValue } from "./json.ts";
import { SchemaNode } from "./node.ts";

/** The elements that occur twice in an object's sets and maps. */
export function validateLists(object: JsonObject, node: SchemaNode): FieldError[] {
  const errors: FieldError[] = [];
  if (node.hasUniqueLists) new Lists(errors).object(object, node, undefined);
  return errors;
}

class Lists {
  constructor(readonly errors: FieldError[]) {}

  #value(value: unknown, node: SchemaNode, path: FieldPath): void {
    if (!node.hasUniqueLists) return;
    if (Array.isArray(value)) this.#list(value, node, path);
    else if (isObject(value)) this.object(value, node, path);
  }

  object(object: JsonObject, node: SchemaNode, path: FieldPath | undefined): void {
    const { rest } = node;
    if (rest instanceof SchemaNode && rest.hasUniqueLists && path !== undefined) {
      for (const name of Object.keys(object)) this.#value(object[name], rest, path.key(name));
    }
    for (const [name, field] of node.properties) {
      if (!field.hasUniqueLists) continue;
      const value = memberOf(object, name);
      if (value === undefined) continue;
      this.#value(value, field, path === undefined ? FieldPath.of(name) : path.child(name));
    }
  }

  #list(list: readonly unknown[], node: SchemaNode, path: FieldPath): void {
    if (node.listType === "set") {
      for (const index of repeatedAt(list)) {
        this.errors.push(FieldError.duplicate(path.index(index), shownValue(list[index])));
      }
    } else if (node.listType === "map") this.#map(list, node.mapKeys, path);
    const { items } = node;
    if (items === undefined || !items.hasUniqueLists) return;
    for (const [index, element] of list.entries()) this.#value(element, items, path.index(index));
  }

  #map(list: readonly unknown[], keys: readonly string[], path: FieldPath): void {
    const odd = list.findIndex((element) => element !== null && !isObject(element));
    if (odd >= 0) {
      const why = "must be an object for an array of list-type map";
      this.errors.push(FieldError.invalid(path.index(odd), shownValue(list[odd]), why));
      return;
    }
    if (list.length <= 1) return;
    const found = list.map((element) => elementKey(element, keys));
    for (const index of repeatedAt(found)) {
      this.errors.push(FieldError.duplicate(path.index(index), shownValue(found[index])));
    }
  }
}

/** The key of an element, as far as it has one. */
function elementKey(element: unknown, names: readonly string[]): JsonObject {
  const key: JsonObject = {};
  if (!isObject(element)) return key;
  for (const name of names) {
    const value = memberOf(element, name);
    if (value !== undefined) setMember(key, name, value);
  }
  return key;
}

/** Where values stand that came before: one index a value, that of its second time. */
function repeatedAt(list: readonly unknown[]): number[] {
  if (list.length <= 1) return [];
  const times = new Map<unknown, number>();
  const repeated: number[] = [];
  for (const [index, value] of list.entries()) {
    // No text of a container is a scalar's, whose type tells it apart from its text.
    const key = typeof value === "object" && value !== null ? `\0${canonicalText(value)}` : value;
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    if (before === 1) repeated.push(index);
  }
  return repeated;
}
