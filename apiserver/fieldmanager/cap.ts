/**
 * Bounds how many writers an object remembers.
 *
 * @module
 */

import { compareUtf8 } from "../../toolkit/codec/mod.ts";
import {
  compareNames,
  type Manager,
  managerKey,
  type ManagerName,
  type Managers,
  NO_TIME,
} from "./managers.ts";

/** Managers that own fields by writes, not by apply; older ones are put together. */
export const UPDATE_MANAGERS_LIMIT = 10;

/** Who owns the fields of those that were put together. */
const ANCIENT = "ancient-changes";

/** Puts the oldest managers by write of each version together until there are few enough. */
export function capUpdateManagers(managers: Managers): void {
  if (managers.size <= UPDATE_MANAGERS_LIMIT) return;
  const updaters = [...managers.values()].filter(({ operation }) => operation === "Update")
    .sort(compareAges);
  let count = updaters.length;
  const first = new Map<string, Manager>();
  for (const manager of updaters) {
    if (count <= UPDATE_MANAGERS_LIMIT) return;
    const { apiVersion } = manager;
    const oldest = first.get(apiVersion);
    if (oldest === undefined) {
      first.set(apiVersion, manager);
      continue;
    }
    const name: ManagerName = {
      manager: ANCIENT,
      operation: "Update",
      apiVersion,
      subresource: "",
    };
    const key = managerKey(name);
    let bucket = managers.get(key);
    if (bucket === undefined) {
      managers.delete(managerKey(oldest));
      bucket = oldest;
    }
    managers.delete(managerKey(manager));
    const fields = manager.fields.union(bucket.fields);
    managers.set(key, { ...name, time: manager.time, fields, entry: undefined });
    count--;
  }
}

function compareAges(left: Manager, right: Manager): number {
  return compareUtf8(left.time ?? NO_TIME, right.time ?? NO_TIME) || compareNames(left, right);
}
