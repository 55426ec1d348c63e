/**
 * Which fields differ between two states of an object.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { fieldElement, type PathElement } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { FieldTreeBuilder } from "./field_tree_builder.ts";
import { wholeOf } from "./fields_of.ts";
import { Alike, indexItems } from "./list_index.ts";
import {
  type Form,
  type ListForm,
  type MapForm,
  mergeFormOf,
  type MergeType,
  ownForm,
  UNTYPED,
} from "./merge_type.ts";
import { equalJson, isEmptyObject, isObject, memberOf } from "../../toolkit/values/json.ts";

/** How one state of an object became another. */
export interface Changes {
  /** The fields that are new, or hold something else. */
  readonly changed: FieldSet;
  /** The fields that are gone. */
  readonly removed: FieldSet;
}

/** Compares two objects of a type; throws {@link FieldsError} where elements have no keys. */
export function compareObjects(
  type: MergeType,
  before: JsonObject,
  after: JsonObject,
): Changes {
  const comparison = new Comparison();
  comparison.compare(type, before, after);
  return comparison.finish();
}

/** Undefined stands for what is absent: null is a value. */
class Comparison {
  readonly #path: PathElement[] = [];
  readonly #changed = new FieldTreeBuilder();
  readonly #removed = new FieldTreeBuilder();

  finish(): Changes {
    return {
      changed: FieldSet.of(this.#changed.finish()),
      removed: FieldSet.of(this.#removed.finish()),
    };
  }

  compare(type: MergeType, before: unknown, after: unknown): void {
    if (before === after) return;
    if (before === undefined) this.#changed.put(this.#path, wholeOf(type, after));
    else if (after === undefined) this.#removed.put(this.#path, wholeOf(type, before));
    else {
      // A value without a schema may have become one of another form: then the parts of the old
      // one are gone, and those of the new one are new.
      if (ownForm(type, before) !== ownForm(type, after)) {
        const form = mergeFormOf(type, before);
        if (form !== mergeFormOf(type, after)) this.#compareAs(form, type, before, after);
      }
      this.#compareAs(mergeFormOf(type, after), type, before, after);
    }
  }

  #compareAs(form: Form | undefined, type: MergeType, before: unknown, after: unknown): void {
    if (form === "map" && type.map !== undefined) this.#compareMaps(type.map, before, after);
    else if (form === "list" && type.list !== undefined) {
      this.#compareLists(type.list, before, after);
    } else this.#compareWhole(before, after);
  }

  /** What is absent on one side has been told of already. */
  #compareWhole(before: unknown, after: unknown): void {
    if (before !== undefined && after !== undefined && !equalJson(before, after)) {
      this.#changed.add(this.#path);
    }
  }

  #compareMaps(map: MapForm, before: unknown, after: unknown): void {
    if (map.atomic || isEmptyObject(before) && isEmptyObject(after)) {
      this.#compareWhole(before, after);
      return;
    }
    const old = isObject(before) ? before : undefined;
    if (old !== undefined) {
      const next = isObject(after) ? after : undefined;
      for (const name in old) {
        const value = old[name];
        if (value === undefined) continue;
        const now = next === undefined ? undefined : memberOf(next, name);
        if (value !== now) this.#compareMember(map, name, value, now);
      }
    }
    if (!isObject(after)) return;
    for (const name in after) {
      const value = after[name];
      if (value === undefined || old !== undefined && memberOf(old, name) !== undefined) continue;
      this.#compareMember(map, name, undefined, value);
    }
  }

  #compareMember(map: MapForm, name: string, before: unknown, after: unknown): void {
    // Most writes leave most of an object as it is: a look at the whole is cheaper than at each part.
    if (this.#path.length === 0 && isObject(after) && equalJson(before, after)) return;
    const field = map.fields.get(name);
    this.#path.push(field?.element ?? fieldElement(name));
    this.compare(field?.type ?? map.rest ?? UNTYPED, before, after);
    this.#path.pop();
  }

  #compareLists(list: ListForm, before: unknown, after: unknown): void {
    const old = Array.isArray(before) ? before : [];
    const now = Array.isArray(after) ? after : [];
    if (list.atomic || old.length === 0 && now.length === 0) {
      this.#compareWhole(before, after);
      return;
    }
    // Most writes leave most lists as they are, and keys cost more than a look.
    if (equalJson(old, now)) return;
    const oldItems = indexItems(list, old), items = indexItems(list, now);
    for (const [element, left] of oldItems) {
      const right = items.get(element);
      if (left !== right) this.#compareItems(list, element, left, right);
    }
    for (const [element, right] of items) {
      if (!oldItems.has(element)) this.#compareItems(list, element, undefined, right);
    }
  }

  /** Elements that can't be told apart are owned as one value: by their common key. */
  #compareItems(list: ListForm, element: PathElement, before: unknown, after: unknown): void {
    this.#path.push(element);
    if (before instanceof Alike) {
      if (after instanceof Alike) this.#compareWhole(before.items, after.items);
      else {
        if (after !== undefined) this.compare(list.element, undefined, after);
        this.#removed.add(this.#path);
      }
    } else if (after instanceof Alike) {
      if (before !== undefined) this.compare(list.element, before, undefined);
      this.#changed.add(this.#path);
    } else this.compare(list.element, before, after);
    this.#path.pop();
  }
}
