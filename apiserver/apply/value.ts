/**
 * JSON values as plain data: what equals what, and what an object holds.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";

/** Whether `value` is an object: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether `value` is an object without a member, or none at all. */
export function isEmptyObject(value: unknown): boolean {
  if (!isObject(value)) return true;
  for (const name in value) if (value[name] !== undefined) return false;
  return true;
}

/** The member `name`, whatever the name: what objects inherit is none. */
export function memberOf(object: JsonObject, name: string): unknown {
  return ownOf(object, name, object[name]);
}

function ownOf(object: object, name: string, value: unknown): unknown {
  return (typeof value === "function" || name === "__proto__") && !Object.hasOwn(object, name)
    ? undefined
    : value;
}

/** Sets a member of a new object under any name. */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name !== "__proto__") object[name] = value;
  else {
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

/** Whether both are the same JSON, the order of names aside. */
export function equalValues(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) {
    return false;
  }
  if (Array.isArray(left) || Array.isArray(right)) {
    if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
    for (let i = 0; i < left.length; i++) if (!equalValues(left[i], right[i])) return false;
    return true;
  }
  let count = 0;
  for (const name in left) {
    const value = (left as JsonObject)[name];
    if (value === undefined) continue;
    // No value is a function, and so none is what the other side merely inherits.
    const theirs = (right as JsonObject)[name];
    if (value !== theirs && !equalValues(value, ownOf(right, name, theirs))) return false;
    count++;
  }
  for (const name in right) if ((right as JsonObject)[name] !== undefined) count--;
  return count === 0;
}
