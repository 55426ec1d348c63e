/**
 * Keys: how they are built, and how they are ordered.
 *
 * @module
 */

/** Where an object lives. */
export interface ObjectLocation {
  /** The API group; `""` for the core group. */
  readonly group: string;
  /** The plural name, as in request paths. */
  readonly resource: string;
  /** Absent for a cluster-scoped object. */
  readonly namespace?: string | undefined;
}

/**
 * The prefix of all keys of a resource, or of one namespace of it, with its final slash.
 *
 * @example
 * ```ts
 * import { keyPrefix } from "./keys.ts";
 * keyPrefix("/registry", { group: "", resource: "pods", namespace: "a" }); // /registry/core/pods/a/
 * ```
 */
export function keyPrefix(storePrefix: string, location: ObjectLocation): string {
  const { group, resource, namespace } = location;
  const base = `${storePrefix}/${group === "" ? "core" : group}/${resource}/`;
  return namespace === undefined ? base : `${base}${namespace}/`;
}

/** The key of one object. */
export function objectKey(storePrefix: string, location: ObjectLocation, name: string): string {
  return keyPrefix(storePrefix, location) + name;
}

/** Completes a `--store-prefix`: one slash at the start, none at the end. */
export function normalizePrefix(prefix: string): string {
  const path = prefix.split("/").filter((part) => part !== "").join("/");
  return path === "" ? "" : `/${path}`;
}

/**
 * True for a key whose order by UTF-16 units (JavaScript's own) may differ from that by UTF-8 bytes:
 * units from U+D800 on are surrogates, which stand for characters *after* U+E000 to U+FFFF.
 */
export function needsByteOrder(key: string): boolean {
  return /[\ud800-\uffff]/.test(key);
}

/** Whether `a` sorts before `b` by UTF-8 bytes, where {@link needsByteOrder} holds for one. */
export function lessByBytes(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const x = a.charCodeAt(index);
    const y = b.charCodeAt(index);
    if (x !== y) return rank(x) < rank(y);
  }
  return a.length < b.length;
}

/** Moves surrogates behind all other units: characters beyond U+FFFF sort last in UTF-8. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

const encoder = new TextEncoder();

/** The length of a key in UTF-8. */
export function keyBytes(key: string): number {
  for (let index = 0; index < key.length; index++) {
    if (key.charCodeAt(index) > 0x7f) return encoder.encode(key).length;
  }
  return key.length;
}
