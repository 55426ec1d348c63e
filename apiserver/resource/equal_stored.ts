/**
 * What is sent beside what is stored.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import { memberOf } from "../../toolkit/values/json.ts";

/**
 * Whether objects of a built-in type say the same, as `equalJson` does, but a list without elements is as good as none:
 * in what is stored nothing tells them apart.
 */
export function equalStored(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (isNone(one) || isNone(other)) return isNone(one) && isNone(other);
  if (!isCompound(one) || !isCompound(other)) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at++) if (!equalStored(one[at], other[at])) return false;
    return true;
  }
  let count = 0;
  for (const name in one) {
    const value = one[name];
    if (isNone(value)) continue;
    if (!equalStored(value, memberOf(other, name))) return false;
    count++;
  }
  for (const name in other) if (!isNone(other[name])) count--;
  return count === 0;
}

function isNone(value: unknown): boolean {
  return value === undefined || value === null || Array.isArray(value) && value.length === 0;
}

function isCompound(value: unknown): value is JsonObject {
  return typeof value === "object";
}
