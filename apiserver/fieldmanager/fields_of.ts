/**
 * Which fields an object sets, and which parts a value has: sets that are made in one walk.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { fieldElement, type PathElement } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { sortElements } from "./element_order.ts";
import { type FieldTree, LEAF, SELF } from "./field_tree.ts";
import { NodeBuilder } from "./field_tree_builder.ts";
import type { PathElementCache } from "./path_element_cache.ts";
import { Alike, indexItems } from "./list_index.ts";
import { type ListForm, type MapForm, mergeFormOf, type MergeType, UNTYPED } from "./merge_type.ts";
import { isEmptyObject, isObject } from "../../toolkit/values/json.ts";

/** The fields that an object sets: what an applier owns. Throws {@link FieldsError}. */
export function fieldsOf(
  type: MergeType,
  object: JsonObject,
  { steps }: { readonly steps?: PathElementCache } = {},
): FieldSet {
  return FieldSet.of(treeOf(type, object, { isMember: isOwned, steps }, false) ?? LEAF);
}

/**
 * A value and everything in it: what is new where there was nothing. Throws as {@link fieldsOf}.
 */
export function wholeOf(type: MergeType, value: unknown): FieldTree {
  return treeOf(type, value, { isMember: always, steps: undefined }, true) ?? LEAF;
}

/** How a set is made of a value. */
interface Making {
  readonly isMember: IsMember;
  readonly steps: PathElementCache | undefined;
}

/** Whether a member of an object is a field, besides what is in it. */
type IsMember = (declared: boolean, value: unknown) => boolean;

/** The keys of a map have owners even when what they hold has parts; fields have not. */
const isOwned: IsMember = (declared, value) =>
  !declared || value === null || isObject(value) && isEmptyObject(value);

const always: IsMember = () => true;

function treeOf(
  type: MergeType,
  value: unknown,
  making: Making,
  member: boolean,
): FieldTree | undefined {
  const form = mergeFormOf(type, value);
  const { map, list } = type;
  if (form === "map" && map !== undefined && !map.atomic) {
    if (isObject(value)) return treeOfMembers(map, value, making, member);
  } else if (form === "list" && list !== undefined && !list.atomic) {
    if (Array.isArray(value)) return treeOfItems(list, value, making, member);
  } else return LEAF;
  return member ? LEAF : undefined;
}

function treeOfMembers(
  map: MapForm,
  object: JsonObject,
  making: Making,
  member: boolean,
): FieldTree | undefined {
  const { isMember } = making;
  const node = new NodeBuilder(member);
  for (const name in object) {
    const value = object[name];
    if (value === undefined) continue;
    const field = map.fields.get(name);
    const type = field?.type ?? map.rest ?? UNTYPED;
    const child = treeOf(type, value, making, isMember(field !== undefined, value));
    if (child === undefined) continue;
    const element = field?.element ?? fieldElement(name);
    node.add(element, child);
  }
  return node.finish();
}

function treeOfItems(
  list: ListForm,
  items: readonly unknown[],
  making: Making,
  member: boolean,
): FieldTree | undefined {
  if (items.length === 0) return member ? LEAF : undefined;
  const { steps } = making;
  const trees = indexItems(list, items, steps?.of(list, items));
  for (const [element, item] of trees) {
    const child = item instanceof Alike ? LEAF : treeOf(list.element, item, making, true);
    trees.set(element, child ?? LEAF);
  }
  const node: Record<PathElement, FieldTree> = member ? { [SELF]: LEAF } : {};
  for (const element of sortElements([...trees.keys()])) {
    node[element] = trees.get(element) as FieldTree;
  }
  return node;
}
