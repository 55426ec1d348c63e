/**
 * Which fields an object sets.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { fieldElement, type PathElement } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { FieldTreeBuilder } from "./field_tree.ts";
import { indexItems } from "./list_element.ts";
import { formOf, type ListForm, type MapForm, type MergeType, UNTYPED } from "./merge_type.ts";
import { isEmptyObject, isObject } from "./value.ts";

/** The fields that an object sets: what an applier owns. Throws {@link FieldsError}. */
export function fieldsOf(type: MergeType, object: JsonObject): FieldSet {
  const builder = new FieldTreeBuilder();
  addFields(builder, [], type, object);
  return FieldSet.of(builder.finish());
}

function addFields(
  builder: FieldTreeBuilder,
  path: PathElement[],
  type: MergeType,
  value: unknown,
): void {
  const form = formOf(type, value);
  if (form === "map" && type.map !== undefined) {
    if (type.map.atomic) builder.add(path);
    else if (isObject(value)) addMembers(builder, path, type.map, value);
  } else if (form === "list" && type.list !== undefined) {
    if (type.list.atomic) builder.add(path);
    else if (Array.isArray(value)) addItems(builder, path, type.list, value);
  } else builder.add(path);
}

function addMembers(
  builder: FieldTreeBuilder,
  path: PathElement[],
  map: MapForm,
  object: JsonObject,
): void {
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = map.fields.get(name);
    path.push(field?.element ?? fieldElement(name));
    addFields(builder, path, field?.type ?? map.rest ?? UNTYPED, value);
    // The keys of a map have owners even when what they hold has parts; fields have not.
    if (field === undefined || value === null || isObject(value) && isEmptyObject(value)) {
      builder.add(path);
    }
    path.pop();
  }
}

function addItems(
  builder: FieldTreeBuilder,
  path: PathElement[],
  list: ListForm,
  items: readonly unknown[],
): void {
  for (const [element, same] of indexItems(list, items)) {
    path.push(element);
    if (same.length === 1) addFields(builder, path, list.element, same[0]);
    builder.add(path);
    path.pop();
  }
}
