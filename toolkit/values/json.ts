/**
 * JSON values as plain data: what is an object, what it holds under any name, and what equals what.
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
  for (const [name, inner] of Object.entries(value)) setMember(copy, name, copyJson(inner));
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
