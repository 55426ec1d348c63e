/**
 * Lists in strategic merge patches: merging, removing, and the order of what comes out.
 *
 * @module
 */

import { badRequest } from "../../toolkit/errors/mod.ts";
import { elementDirective, fresh, listOfLists, noMergeKey, notAnObject } from "./directives.ts";
import { isObject, type JsonObject, memberOf } from "../../toolkit/values/json.ts";
import { printValue } from "./print.ts";

/** How a list merges. */
export interface ListMerging {
  /** The field by which objects are told apart. */
  readonly mergeKey: string | undefined;
  /** What `$setElementOrder` says. */
  readonly order: readonly unknown[] | undefined;
  /** Merges two elements of the same key. */
  readonly mergeElements: (current: JsonObject, patch: JsonObject) => JsonObject;
  /** Is told of each element that is merged although this patch made it what it is; may throw. */
  readonly mergesAgain: (element: JsonObject) => void;
}

/** Merges the elements of `patch` into `current`, and orders the result. */
export function mergeList(
  current: readonly unknown[],
  patch: readonly unknown[],
  merging: ListMerging,
): readonly unknown[] {
  if (kindOfElements(current, patch) !== "object") return mergeScalars(current, patch, merging);
  const { mergeKey, order } = merging;
  if (mergeKey === undefined) throw badRequest("cannot merge lists without merge key for struct");
  const { base, items } = withoutSpecial(current as JsonObject[], patch as JsonObject[], mergeKey);
  const merged = mergeItems(base, items, mergeKey, merging);
  if (order === undefined) return arrange(merged, current, items, mergeKey);
  checkOrder(items, order, mergeKey);
  return arrange(merged, current, order, mergeKey);
}

/** Orders a list that the patch leaves as it is but for its order. */
export function orderList(
  list: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): readonly unknown[] {
  if (list.length === 0) return list;
  const isOfObjects = kindOfElements(list) === "object";
  if (isOfObjects && mergeKey === undefined) {
    throw badRequest("invalid patch format of setElementOrder list");
  }
  return arrange(list, list, order, isOfObjects ? mergeKey : undefined);
}

/** Orders a list that the patch brings, and there was none to merge it with. */
export function orderPatchList(
  list: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): readonly unknown[] {
  checkOrder(list, order, list.some(isObject) ? mergeKey : undefined);
  return orderList(list, order, mergeKey);
}

/** What is left of a list of scalars without some. */
export function removeElements(
  list: readonly unknown[],
  removed: readonly unknown[],
): readonly unknown[] {
  if (list.some(isObject)) throw badRequest("invalid patch format of primitive list");
  const set = new Set(removed);
  return list.filter((each) => !set.has(each));
}

/** All elements have to be alike. */
function kindOfElements(...lists: (readonly unknown[])[]): string | undefined {
  let kind: string | undefined;
  for (const list of lists) {
    for (const each of list) {
      if (Array.isArray(each)) throw listOfLists();
      const found = each === null ? "null" : typeof each === "bigint" ? "number" : typeof each;
      kind ??= found;
      if (found !== kind || found === "null") {
        throw badRequest(`list element types are not identical: ${printValue(lists)}`);
      }
    }
  }
  return kind;
}

function mergeScalars(
  current: readonly unknown[],
  patch: readonly unknown[],
  { order }: ListMerging,
): readonly unknown[] {
  const merged = [...new Set([...current, ...patch])];
  if (order !== undefined) checkOrder(patch, order, undefined);
  return arrange(merged, current, order ?? patch, undefined);
}

/** Takes the elements with a `$patch` out of a list of the patch, and obeys them. */
function withoutSpecial(
  current: readonly JsonObject[],
  patch: readonly JsonObject[],
  mergeKey: string,
): { base: readonly JsonObject[]; items: readonly JsonObject[] } {
  const items: JsonObject[] = [];
  const deleted = new Set<unknown>();
  let replace = false;
  for (const each of patch) {
    const directive = elementDirective(each);
    if (directive === undefined) items.push(each);
    else if (directive === "replace") replace = true;
    else deleted.add(mergeKeyOf(each, mergeKey));
  }
  if (replace) return { base: [], items };
  if (deleted.size === 0) return { base: current, items };
  return { base: current.filter((each) => !deleted.has(memberOf(each, mergeKey))), items };
}

function mergeItems(
  base: readonly JsonObject[],
  items: readonly JsonObject[],
  mergeKey: string,
  { mergeElements, mergesAgain }: ListMerging,
): JsonObject[] {
  const merged = [...base];
  const places = firstPlaces(base, mergeKey);
  for (const item of items) {
    const key = mergeKeyOf(item, mergeKey);
    const place = places.get(key);
    if (place !== undefined) {
      const element = merged[place]!;
      if (element !== base[place]) mergesAgain(element);
      merged[place] = mergeElements(element, item);
    } else {
      places.set(key, merged.length);
      merged.push(fresh(item) as JsonObject);
    }
  }
  return merged;
}

/** The key of an element that has to have one. */
function mergeKeyOf(element: unknown, mergeKey: string): unknown {
  const key = isObject(element) ? memberOf(element, mergeKey) : undefined;
  if (key === undefined) throw noMergeKey(element, mergeKey);
  return key;
}

/** Where each identity stands first. */
function firstPlaces(
  list: readonly unknown[],
  mergeKey: string | undefined,
): Map<unknown, number> {
  const places = new Map<unknown, number>();
  for (let i = 0; i < list.length; i++) {
    const key = identityOf(list[i], mergeKey);
    if (!places.has(key)) places.set(key, i);
  }
  return places;
}

/** What tells an element from others: its key; a scalar, and an object without the key, itself. */
function identityOf(element: unknown, mergeKey: string | undefined): unknown {
  if (mergeKey === undefined || !isObject(element)) return element;
  return memberOf(element, mergeKey) ?? element;
}

/** The elements of the patch have to stand in the order that it gives. */
function checkOrder(
  items: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): void {
  if (order.length === 0) return;
  let at = 0;
  for (const each of order) {
    if (mergeKey !== undefined && !isObject(each)) throw notAnObject(each);
    if (at === items.length) return;
    if (identityOf(items[at], mergeKey) === identityOf(each, mergeKey)) at++;
  }
  if (at < items.length) {
    throw badRequest(
      `The order in patch list:\n${printValue(items)}\n doesn't match $setElementOrder list:\n` +
        `${printValue(order)}\n`,
    );
  }
}

interface Placed {
  readonly element: unknown;
  /** Its place in the order that it goes by. */
  readonly place: number;
  /** Its place in the list that was there. */
  readonly before: number | undefined;
}

/**
 * Orders a merged list: the elements that `order` names as there, the others as they stood in
 * `current`, and the two interleaved: one of the others goes before the first of those named that
 * stood behind it.
 */
function arrange(
  merged: readonly unknown[],
  current: readonly unknown[],
  order: readonly unknown[],
  mergeKey: string | undefined,
): readonly unknown[] {
  if (mergeKey !== undefined) {
    for (const each of order) mergeKeyOf(each, mergeKey);
  }
  const wanted = firstPlaces(order, mergeKey);
  const places = firstPlaces(current, mergeKey);
  const named: Placed[] = [], others: Placed[] = [];
  for (let i = 0; i < merged.length; i++) {
    const element = merged[i];
    const key = identityOf(element, mergeKey);
    const place = wanted.get(key);
    const before = places.get(key);
    if (place !== undefined) named.push({ element, place, before });
    else others.push({ element, place: before ?? merged.length + i, before });
  }
  const byPlace = (left: Placed, right: Placed) => left.place - right.place;
  return interleave(named.sort(byPlace), others.sort(byPlace));
}

function interleave(named: readonly Placed[], others: readonly Placed[]): unknown[] {
  const result: unknown[] = [];
  let at = 0;
  for (const { element, before } of named) {
    while (before !== undefined && at < others.length && isBefore(others[at]!, before)) {
      result.push(others[at++]!.element);
    }
    result.push(element);
  }
  for (; at < others.length; at++) result.push(others[at]!.element);
  return result;
}

function isBefore({ before }: Placed, place: number): boolean {
  return before !== undefined && before < place;
}
