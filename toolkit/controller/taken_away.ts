/**
 * What an apply has to take away besides, on servers where a field that its last applier leaves out stays.
 *
 * @module
 */

import type { Dialect } from "../names.ts";
import { equalJson, isObject, type JsonObject } from "../values/json.ts";

/** Whether a declared field stays, owned by nobody, that is applied no more. */
export const KEEPS_UNAPPLIED: Readonly<Record<Dialect, boolean>> = {
  orch: true,
  kubernetes: false,
};

/**
 * A merge patch without what was applied before and is not wanted now; undefined: there is nothing of it.
 * What any of `others` owns a part of stays, and so does what has become something else. Elements of lists
 * that are owned one by one are the server's to take out.
 */
export function takenAway(
  applied: JsonObject,
  wanted: JsonObject,
  present: JsonObject,
  others: readonly JsonObject[],
): JsonObject | undefined {
  const patch: JsonObject = {};
  for (const [name, before] of Object.entries(applied)) {
    const now = present[name];
    const next = wanted[name];
    if (now === undefined) continue;
    const owners = others.flatMap((other) => other[name] === undefined ? [] : [other[name]]);
    if (isObject(before) && isObject(now) && (next === undefined || isObject(next))) {
      const inner = takenAway(before, next ?? {}, now, owners.filter(isObject));
      const goes = next === undefined && owners.length === 0 && equalJson(before, now);
      if (goes) patch[name] = null;
      else if (inner !== undefined) patch[name] = inner;
    } else if (next === undefined && owners.length === 0 && equalJson(before, now)) {
      patch[name] = null;
    }
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
