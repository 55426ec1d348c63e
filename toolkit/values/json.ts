/**
 * JSON values as plain data: what is an object, what it holds under any name or path, and what equals what.
 * `__proto__` and `constructor` are legal keys of labels.
 *
 * @module
 */

/** A JSON object in memory. */
export type JsonObject = { [name: string]: unknown };

/** Whether a value is an object: no list, and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a value is, in words for people: `a list`, `null`, `a string`. */
export function kindOfValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  // Large whole numbers are no others to people.
  return typeof value === "bigint" ? "a number" : `a ${typeof value}`;
}

/** Whether a value is an object without a member, or none at all. */
export function isEmptyObject(value: unknown): boolean {
  if (!isObject(value)) return true;
  for (const name in value) if (value[name] !== undefined) return false;
  return true;
}

/** The member of that name, whatever the name: what every object inherits is no member. */
export function memberOf(object: JsonObject, name: string): unknown {
  return ownOf(object, name, object[name]);
}

/** No JSON value is a function, so that only functions and prototypes have to be looked at twice. */
function ownOf(object: object, name: string, value: unknown): unknown {
  return (typeof value === "function" || name === "__proto__") && !Object.hasOwn(object, name)
    ? undefined
    : value;
}

/**
 * Sets a member under any name. Assigning to `__proto__` sets the prototype where Deno was told to
 * keep that accessor (`--unstable-unsafe-proto`).
 */
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

/** A copy that shares nothing with the value. */
export function copyJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const name of Object.keys(value)) setMember(copy, name, copyJson(value[name]));
  return copy;
}

/**
 * Whether both are the same JSON: the order of names does not count, nor does a member that is
 * undefined. Each write compares whole objects with it, so that it makes neither lists nor closures.
 */
export function equalJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at++) if (!equalJson(one[at], other[at])) return false;
    return true;
  }
  let count = 0;
  for (const name in one) {
    const value = (one as JsonObject)[name];
    if (value === undefined) continue;
    const theirs = (other as JsonObject)[name];
    if (value !== theirs && !equalJson(value, ownOf(other, name, theirs))) return false;
    count++;
  }
  for (const name in other) if ((other as JsonObject)[name] !== undefined) count--;
  return count === 0;
}

/** Names of members, from the outside in. */
type Path = readonly string[];

/** What is at a path; undefined where nothing is. */
export function valueAt(body: JsonObject, path: Path): unknown {
  let value: unknown = body;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

/** Takes what is at a path out of the object, and objects that are empty then. */
export function takeAt(body: JsonObject, [name = "", ...rest]: Path): unknown {
  if (!Object.hasOwn(body, name)) return undefined;
  const value = body[name];
  if (rest.length === 0) {
    delete body[name];
    return value;
  }
  if (!isObject(value)) return undefined;
  const taken = takeAt(value, rest);
  if (taken !== undefined && Object.keys(value).length === 0) delete body[name];
  return taken;
}

/** Puts a value at a path; what stands in the way of it gives way. */
export function putAt(body: JsonObject, [name = "", ...rest]: Path, value: unknown): void {
  if (rest.length === 0) return setMember(body, name, value);
  const inner = Object.hasOwn(body, name) && isObject(body[name]) ? body[name] : {};
  putAt(inner, rest, value);
  setMember(body, name, inner);
}
