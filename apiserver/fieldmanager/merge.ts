/**
 * Merges what is applied into an object.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { PathElement } from "./element.ts";
import { PathElementCache } from "./path_element_cache.ts";
import { type ListForm, type MapForm, mergeFormOf, type MergeType, UNTYPED } from "./merge_type.ts";
import { isEmptyObject, isObject, memberOf, setMember } from "../../toolkit/values/json.ts";

/**
 * The object with all that `applied` sets; nothing is taken away. Lists are in the order of what is
 * applied, the elements that it does not name where they were among the others. Both are left as
 * they are, and share what they can with the result.
 */
export function mergeObjects(
  type: MergeType,
  live: JsonObject,
  applied: JsonObject,
  steps: PathElementCache = new PathElementCache(),
): JsonObject {
  return mergeValues(type, live, applied, steps) as JsonObject;
}

/** `applied` is there; `live` may be absent, or null where it can't be told from its like. */
function mergeValues(
  type: MergeType,
  live: unknown,
  applied: unknown,
  steps: PathElementCache,
): unknown {
  if (live === undefined) return applied;
  const form = mergeFormOf(type, applied);
  if (form === "map" && type.map !== undefined) return mergeMaps(type.map, live, applied, steps);
  if (form === "list" && type.list !== undefined) {
    return mergeLists(type.list, live, applied, steps);
  }
  return applied;
}

function mergeMaps(
  map: MapForm,
  live: unknown,
  applied: unknown,
  steps: PathElementCache,
): unknown {
  if (map.atomic || isEmptyObject(live) && isEmptyObject(applied)) return applied;
  if (!isObject(live)) return applied;
  // Null sets nothing within what has parts.
  if (!isObject(applied)) return live;
  const result: JsonObject = { ...live };
  for (const name in applied) {
    const value = applied[name];
    if (value === undefined) continue;
    const type = map.fields.get(name)?.type ?? map.rest ?? UNTYPED;
    setMember(result, name, mergeValues(type, memberOf(live, name), value, steps));
  }
  return result;
}

function mergeLists(
  list: ListForm,
  live: unknown,
  applied: unknown,
  steps: PathElementCache,
): unknown {
  const old = Array.isArray(live) ? live : [], items = Array.isArray(applied) ? applied : [];
  if (list.atomic || old.length === 0) return applied;
  if (items.length === 0) return live;
  return mergeItems(list, old, items, steps);
}

function mergeItems(
  list: ListForm,
  live: readonly unknown[],
  applied: readonly unknown[],
  steps: PathElementCache,
): unknown[] {
  const liveElements = steps.of(list, live);
  const elements = steps.of(list, applied);
  const wanted = new Set(elements);
  const known = new Map<PathElement, unknown>();
  for (const [i, element] of liveElements.entries()) {
    // Of those that can't be told apart none is merged with.
    known.set(element, known.has(element) ? null : live[i]);
  }
  const shared = elements.filter((element) => known.has(element));
  const result: unknown[] = [], resultElements: PathElement[] = [];
  const done = new Set<PathElement>();
  let at = 0, next = 0, sharedAt = 0;
  const take = () => {
    const element = elements[next]!;
    result.push(mergeValues(list.element, known.get(element), applied[next], steps));
    resultElements.push(element);
    done.add(element);
    next++;
    if (shared[sharedAt] === element) sharedAt++;
  };
  while (at < live.length || next < applied.length) {
    const element = liveElements[at];
    if (element !== undefined && next < applied.length) {
      if (element === elements[next]) {
        take();
        at++;
        continue;
      }
      // It comes in the order of what is applied, and that is not yet.
      if (wanted.has(element) && sharedAt < shared.length && shared[sharedAt] !== element) {
        at++;
        continue;
      }
    }
    if (element !== undefined) {
      if (!wanted.has(element)) {
        result.push(live[at]);
        resultElements.push(element);
        at++;
        continue;
      }
      if (done.has(element)) at++;
    }
    if (next < applied.length) take();
  }
  steps.note(list, result, resultElements);
  return result;
}
