/**
 * Takes out what an applier no longer applies.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { fieldElement, fieldName, isKeyElement, type PathElement } from "./element.ts";
import { FieldSet } from "./field_set.ts";
import { type FieldTree, isLeaf, isMember, LEAF, SELF } from "./field_tree.ts";
import { fieldsOf } from "./fields_of.ts";
import { FieldsError } from "./fields_error.ts";
import type { PathElementCache } from "./path_element_cache.ts";
import { elementOf } from "./list_element.ts";
import type { Manager, Managers } from "./managers.ts";
import { type ListForm, type MapForm, mergeFormOf, type MergeType, UNTYPED } from "./merge_type.ts";
import type { Versions } from "./other_versions.ts";
import { isEmptyObject, isObject, setMember } from "../../toolkit/values/json.ts";

/**
 * What becomes of a declared field that its last owner no longer applies: `keep` leaves its value
 * where it is, owned by nobody; `remove` takes it out. Elements of lists and keys of maps go in
 * either case.
 */
export type UnownedFields = "keep" | "remove";

/** How fields are taken out. */
export interface Pruning {
  readonly unowned: UnownedFields;
  /** What is known of the lists of the merged object. */
  readonly steps: PathElementCache;
}

/**
 * The merged object without what `last` (the entry of the applier before this apply) owned, and
 * nobody in `managers` (its new entry included) does now.
 */
export function prune(
  versions: Versions,
  merged: JsonObject,
  managers: Managers,
  applier: Manager,
  last: Manager | undefined,
  how: Pruning,
): JsonObject {
  if (last === undefined || last.fields.isEmpty) return merged;
  const { apiVersion } = last;
  // Who applies all that it did takes nothing out.
  if (apiVersion === applier.apiVersion && last.fields.difference(applier.fields).isEmpty) {
    return merged;
  }
  const type = versions.schemaOf(apiVersion);
  if (type === undefined) return merged;
  const before = versions.convert(merged, apiVersion);
  const all = namedFieldsOf(type, before, how);
  const dropped = namedFields(type, last.fields, how);
  const pruned = addBackOwned(
    versions,
    { version: apiVersion, object: before, fields: all },
    removeFields(type, before, dropped, how),
    managers,
    how,
  );
  // What hung below something that was taken out, and was not the applier's, comes back.
  const gone = all.difference(namedFieldsOf(type, versions.convert(pruned, apiVersion), how));
  const result = removeFields(type, before, gone.intersection(dropped), how);
  return versions.convert(result, applier.apiVersion);
}

/** An object in a version, and all of its fields. */
interface Whole {
  readonly version: string;
  readonly object: JsonObject;
  readonly fields: FieldSet;
}

/** Puts back what somebody owns, seen in each of the versions in which managers name fields. */
function addBackOwned(
  versions: Versions,
  whole: Whole,
  pruned: JsonObject,
  managers: Managers,
  how: Pruning,
): JsonObject {
  const owners = new Map<string, FieldSet[]>([[whole.version, []]]);
  for (const { apiVersion, fields } of managers.values()) {
    const known = owners.get(apiVersion);
    if (known === undefined) owners.set(apiVersion, [fields]);
    else known.push(fields);
  }
  let merged = whole.object;
  for (const [version, owned] of owners) {
    const type = versions.schemaOf(version);
    if (type === undefined) continue;
    merged = versions.convert(merged, version);
    const fields = merged === whole.object ? whole.fields : namedFieldsOf(type, merged, how);
    let gone = fields.difference(namedFieldsOf(type, versions.convert(pruned, version), how));
    for (const each of owned) gone = gone.difference(namedFields(type, each, how));
    pruned = removeFields(type, merged, gone, how);
  }
  return pruned;
}

/** The fields that an object sets, with the declared ones above them. */
function namedFieldsOf(type: MergeType, object: JsonObject, how: Pruning): FieldSet {
  return namedFields(type, fieldsOf(type, object, { steps: how.steps }), how);
}

/**
 * The set with the declared fields in it that are above members: who owns a part owns those too.
 * Where declared fields stay anyway it is left as it is: large nodes are not copied in vain.
 */
function namedFields(type: MergeType, fields: FieldSet, { unowned }: Pruning): FieldSet {
  if (unowned === "keep") return fields;
  return FieldSet.of(namedBelow(type, fields.tree));
}

function namedBelow(type: MergeType, node: FieldTree): FieldTree {
  let result: Record<PathElement, FieldTree> | undefined;
  for (const element in node) {
    const child = node[element];
    if (child === undefined || element === SELF || isLeaf(child)) continue;
    const name = fieldName(element);
    const field = name === undefined ? undefined : type.map?.fields.get(name);
    const below = namedBelow(belowOf(type, element), child);
    const named = field === undefined || below[SELF] !== undefined
      ? below
      : { [SELF]: LEAF, ...below };
    if (named !== child) (result ??= { ...node })[element] = named;
  }
  return result ?? node;
}

function belowOf(type: MergeType, element: PathElement): MergeType {
  const name = fieldName(element);
  if (name !== undefined) return type.map?.fields.get(name)?.type ?? type.map?.rest ?? UNTYPED;
  return (isKeyElement(element) ? type.list?.element : undefined) ?? UNTYPED;
}

/**
 * The object without the fields of a set. What loses all its parts stays, empty; where fields go with their
 * last owners it is null, so that it is still there for those who own it: an empty list sets no field, and
 * null does.
 */
function removeFields(
  type: MergeType,
  object: JsonObject,
  fields: FieldSet,
  how: Pruning,
): JsonObject {
  return removeBelow(type, object, fields.tree, how) as JsonObject;
}

function removeBelow(
  type: MergeType,
  value: unknown,
  node: FieldTree,
  how: Pruning,
): unknown {
  if (isLeaf(node)) return value;
  const form = mergeFormOf(type, value);
  if (form === "map" && type.map !== undefined && isObject(value) && !type.map.atomic) {
    return removeMembers(type.map, value, node, how);
  }
  if (form === "list" && type.list !== undefined && Array.isArray(value) && !type.list.atomic) {
    return removeItems(type.list, value, node, how);
  }
  return value;
}

function removeMembers(
  map: MapForm,
  object: JsonObject,
  node: FieldTree,
  how: Pruning,
): JsonObject | null {
  const result: JsonObject = {};
  for (const name in object) {
    const value = object[name];
    const field = map.fields.get(name);
    const child = node[field?.element ?? fieldElement(name)];
    if (child === undefined) {
      setMember(result, name, value);
      continue;
    }
    if (isMember(child) && (field === undefined || how.unowned === "remove")) continue;
    const type = field?.type ?? map.rest ?? UNTYPED;
    setMember(result, name, removeBelow(type, value, child, how));
  }
  return how.unowned === "remove" && isEmptyObject(result) ? null : result;
}

function removeItems(
  list: ListForm,
  items: readonly unknown[],
  node: FieldTree,
  how: Pruning,
): unknown[] | null {
  const elements = elementsOf(list, items, how.steps);
  const result: unknown[] = [], left: PathElement[] = [];
  for (let i = 0; i < items.length; i++) {
    const item = items[i], element = elements[i];
    const child = element === undefined ? undefined : node[element];
    if (child !== undefined && isMember(child)) continue;
    result.push(child === undefined ? item : removeBelow(list.element, item, child, how));
    if (element !== undefined) left.push(element);
  }
  if (result.length === 0 && how.unowned === "remove") return null;
  if (left.length === result.length) how.steps.note(list, result, left);
  return result;
}

/** The steps to the elements of a list; undefined for one that has none. */
function elementsOf(
  list: ListForm,
  items: readonly unknown[],
  steps: PathElementCache,
): readonly (PathElement | undefined)[] {
  try {
    return steps.of(list, items);
  } catch (error) {
    if (error instanceof FieldsError) return items.map((item) => tryElementOf(list, item));
    throw error;
  }
}

function tryElementOf(list: ListForm, item: unknown): PathElement | undefined {
  try {
    return elementOf(list, item);
  } catch (error) {
    if (error instanceof FieldsError) return undefined;
    throw error;
  }
}
