/**
 * Tells writes without effect.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { FieldsError } from "./fields_error.ts";
import { entriesOf, type Managers, readManagers, withEntries, withoutEntries } from "./managers.ts";
import { equalValues } from "./value.ts";

/**
 * The object about to be stored, with the owners of the stored one where the two differ in nothing
 * but the times of their owners. That happens where what a writer changed was changed back on the
 * way: by a strategy that resets the status, by admission. To be called last, before a write is
 * found to be without effect.
 */
export function keepTimes(live: JsonObject, object: JsonObject): JsonObject {
  const before = entriesOf(live), after = entriesOf(object);
  if (before === after || !equalValues(withoutEntries(live), withoutEntries(object))) return object;
  try {
    return sameOwners(readManagers(before, "stored"), readManagers(after, "stored"))
      ? withEntries(object, before)
      : object;
  } catch (error) {
    if (error instanceof FieldsError) return object;
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
