/**
 * JSON values as schemas see them.
 *
 * @module
 */

import { isObject, type JsonObject, setMember } from "../../../toolkit/values/json.ts";

const LEAST_INT64 = -(2n ** 63n);
const MOST_INT64 = 2n ** 63n - 1n;

/** Whether a number is what Go reads into 64 bits: one past them is a float to it. */
export function isInteger(value: number | bigint): boolean {
  return typeof value === "number"
    ? Number.isSafeInteger(value)
    : value >= LEAST_INT64 && value <= MOST_INT64;
}

/**
 * A text that two JSON values share exactly when they are the same: fields sorted, and a number in
 * one spelling.
 */
export function canonicalText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  if (!isObject(value)) return String(value);
  const fields = Object.keys(value).sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
  return `{${fields.join(",")}}`;
}

/** Values of more parts than this say nothing to anybody. */
const SHOWN_PARTS_LIMIT = 10_000;

/** A value as texts show it: fields in order. Undefined: it is too large to be shown. */
export function shownValue(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return countParts(value, SHOWN_PARTS_LIMIT) > 0 ? sortedCopy(value) : undefined;
}

/** What is left of `limit` when each part of a value took one of it; 0 or less: it did not do. */
function countParts(value: unknown, limit: number): number {
  let left = limit - 1;
  if (typeof value !== "object" || value === null) return left;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (left <= 0) return left;
    left = countParts(inner, left);
  }
  return left;
}

function sortedCopy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedCopy);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of Object.keys(value).sort()) setMember(copy, name, sortedCopy(value[name]));
  return copy;
}
