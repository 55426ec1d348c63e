/**
 * JSON out of the hands of a program: it may hold what no JSON does, or itself.
 *
 * @module
 */

import { isObject, type JsonObject, setMember } from "../values/json.ts";

/** Levels of lists and objects in each other. */
const LEVELS_LIMIT = 500;

/**
 * A copy that is JSON and shares nothing with the value; members that are undefined are left out.
 * Throws a TypeError that says where something else stands, below `path`.
 */
export function plainJson(value: unknown, path: string, level = 0): unknown {
  if (level > LEVELS_LIMIT) {
    throw new TypeError(
      `${
        path.slice(0, 100)
      }…: more than ${LEVELS_LIMIT} levels: a value that holds itself is no JSON`,
    );
  }
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new TypeError(`${path}: ${value} is no JSON`);
    case "object":
      break;
    default:
      throw new TypeError(`${path}: a ${typeof value} is no JSON`);
  }
  if (value === null) return null;
  if (Array.isArray(value)) {
    return Array.from(value, (one, index) => plainJson(one, `${path}[${index}]`, level + 1));
  }
  const prototype = Object.getPrototypeOf(value);
  if (!isObject(value) || (prototype !== null && Object.getPrototypeOf(prototype) !== null)) {
    const name = (value as object).constructor?.name;
    throw new TypeError(`${path}: a ${name ?? "class"} is no JSON`);
  }
  const copy: JsonObject = {};
  for (const [name, one] of Object.entries(value)) {
    if (one !== undefined) setMember(copy, name, plainJson(one, `${path}.${name}`, level + 1));
  }
  return copy;
}
