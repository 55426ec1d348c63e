/**
 * Tells writes without effect.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { FieldsError } from "./fields_error.ts";
import { entriesOf, type Managers, readManagers, withoutEntries } from "./managers.ts";
import { equalJson } from "../../toolkit/values/json.ts";

/**
 * Whether the object about to be stored differs from the stored one in nothing but the order of its
 * names and the times of its owners. That happens where what a writer changed was changed back on
 * the way, by a strategy that resets the status or by admission, and where writers order the names
 * of objects without a type as they like.
 */
export function isSameObject(live: JsonObject, object: JsonObject): boolean {
  const before = entriesOf(live), after = entriesOf(object);
  if (before === after) return equalJson(live, object);
  if (!equalJson(withoutEntries(live), withoutEntries(object))) return false;
  try {
    return sameOwners(readManagers(before, "stored"), readManagers(after, "stored"));
  } catch (error) {
    if (error instanceof FieldsError) return false;
    throw error;
  }
}

function sameOwners(before: Managers, after: Managers): boolean {
  if (before.size !== after.size) return false;
  for (const [key, { apiVersion, fields }] of after) {
    const manager = before.get(key);
    if (manager?.apiVersion !== apiVersion || !manager.fields.equals(fields)) return false;
  }
  return true;
}
