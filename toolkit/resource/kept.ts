/**
 * What a version can't carry of an object, so that it can be given back.
 *
 * @module
 */

import { equalJson, isObject, type JsonObject, memberOf, setMember } from "../values/json.ts";
import { listKeys, type Matches, problemOf } from "./problem.ts";
import { ANYTHING, fieldOf, requiredOf, type Schema } from "./schema.ts";

/**
 * Where a value is another after going there and back. `has` is what it was, `had` what came back: where
 * something else comes back, somebody has changed it since, and nothing is given back.
 */
export type Kept =
  | { readonly had?: unknown; readonly has?: unknown }
  | { readonly fields: JsonObject }
  /** Of a list map, by the keys of its elements. */
  | { readonly elements: readonly (readonly [key: string, kept: Kept])[] };

/** What is lost of `value` when `back` comes back of it; undefined where nothing is. */
export function lostOf(schema: Schema, back: unknown, value: unknown): Kept | undefined {
  if (equalJson(back, value)) return undefined;
  if (isObject(back) && isObject(value)) {
    const fields: JsonObject = {};
    for (const name of new Set([...Object.keys(back), ...Object.keys(value)])) {
      const field = fieldOf(schema, name) ?? ANYTHING;
      const lost = lostOf(field, memberOf(back, name), memberOf(value, name));
      if (lost !== undefined) setMember(fields, name, lost);
    }
    return { fields };
  }
  if (Array.isArray(back) && Array.isArray(value) && isObject(schema.items)) {
    const [before, now] = [byKey(schema, back), byKey(schema, value)];
    if (before !== undefined && now !== undefined) {
      const elements: [string, Kept][] = [];
      for (const key of new Set([...before.keys(), ...now.keys()])) {
        const lost = lostOf(schema.items, before.get(key), now.get(key));
        if (lost !== undefined) elements.push([key, lost]);
      }
      // The order alone is no loss.
      return elements.length === 0 ? undefined : { elements };
    }
  }
  return {
    ...(back !== undefined && { had: back }),
    ...(value !== undefined && { has: value }),
  };
}

/** The elements of a list map; undefined for other lists, and where a key is there twice. */
function byKey(schema: Schema, list: readonly unknown[]): Map<string, unknown> | undefined {
  const keys = listKeys(schema, list);
  const isKeyed = keys !== undefined && list.every(isObject);
  if (!isKeyed || new Set(keys).size < list.length) return undefined;
  return new Map(keys.map((key, index) => [key, list[index]]));
}

/**
 * `back` with what was kept of it. What is kept stands in the object for all to edit, so that it is
 * believed only as far as it has this form and the schema takes what it gives back. `back` is changed.
 */
export function restored(schema: Schema, kept: unknown, back: unknown, matches: Matches): unknown {
  if (!isObject(kept)) return back;
  if (isObject(kept.fields)) {
    if (isObject(back)) restoreFields(schema, kept.fields, back, matches);
    return back;
  }
  if (Array.isArray(kept.elements)) {
    return Array.isArray(back) ? restoredList(schema, kept.elements, back, matches) : back;
  }
  const { has, had } = kept;
  if (!equalJson(had, back)) return back;
  return has === undefined || problemOf(schema, has, "", matches) === undefined ? has : back;
}

function restoreFields(
  schema: Schema,
  fields: JsonObject,
  back: JsonObject,
  matches: Matches,
): void {
  for (const [name, kept] of Object.entries(fields)) {
    const field = fieldOf(schema, name);
    if (field === undefined) continue;
    const value = restored(field, kept, memberOf(back, name), matches);
    if (value !== undefined) setMember(back, name, value);
    else if (!requiredOf(schema).includes(name)) delete back[name];
  }
}

function restoredList(
  schema: Schema,
  elements: readonly unknown[],
  back: readonly unknown[],
  matches: Matches,
): unknown {
  const { items } = schema;
  const found = isObject(items) ? byKey(schema, back) : undefined;
  if (found === undefined || !isObject(items)) return back;
  for (const entry of elements) {
    const [key, kept] = Array.isArray(entry) ? entry : [];
    if (typeof key !== "string") continue;
    const value = restored(items, kept, found.get(key), matches);
    if (value === undefined) found.delete(key);
    else if (listKeys(schema, [value])?.[0] === key) found.set(key, value);
  }
  return [...found.values()];
}
