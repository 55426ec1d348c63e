/**
 * Members of JSON objects under any name: `__proto__` and `constructor` are legal label keys.
 *
 * @module
 */

/** A JSON object in memory. */
export type JsonObject = { [name: string]: unknown };

/** Whether a JSON value is an object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The member of that name, or undefined: what every object inherits is no member. */
export function memberOf(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Sets a member under any name. Assigning to `__proto__` sets the prototype where Deno was told to
 * keep that accessor (`--unstable-unsafe-proto`).
 */
export function setMember(object: JsonObject, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(object, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else {
    object[name] = value;
  }
}
