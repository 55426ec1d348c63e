/**
 * Fields that have a name in either dialect: a patch may use both, an object holds one. JSON patches
 * and merge patches know no types, so what they say is brought into the object's own names first.
 *
 * @module
 */

import type { StructType, Type } from "../../toolkit/schema/mod.ts";
import { isObject, type JsonObject, setMember } from "../../toolkit/values/json.ts";

const known = new WeakMap<object, boolean>();

/** Whether a type has such fields, at any depth. Few do. */
export function hasAliases(type: Type): boolean {
  const found = known.get(type);
  if (found !== undefined) return found;
  const has = reachesAliases(type, new Set());
  known.set(type, has);
  return has;
}

function reachesAliases(type: Type, visited: Set<StructType>): boolean {
  switch (type.kind) {
    case "list":
      return reachesAliases(type.element, visited);
    case "map":
      return reachesAliases(type.value, visited);
    case "struct":
      if (visited.has(type)) return false;
      visited.add(type);
      return type.properties.values().some((field) =>
        field.aliases.length > 0 || reachesAliases(field.type, visited)
      );
    default:
      return type.schema !== undefined && reachesAliases(type.schema, visited);
  }
}

/** The value with its fields under their own names. `value` is left as it is. */
export function ownNames(type: Type | undefined, value: unknown): unknown {
  if (type === undefined || !hasAliases(type)) return value;
  if (Array.isArray(value)) return value.map((each) => ownNames(childType(type, "0"), each));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const name of Object.keys(value)) {
    setMember(result, ownName(type, name), ownNames(childType(type, name), value[name]));
  }
  return result;
}

/** A JSON pointer into an object of the type, each token under its own name. */
export function ownPointer(type: Type, pointer: string): string {
  if (!hasAliases(type)) return pointer;
  let at: Type | undefined = type;
  return pointer.split("/").map((token, index) => {
    if (index === 0) return token;
    const name = ownName(at, token);
    at = childType(at, token);
    return name;
  }).join("/");
}

/** What a JSON pointer leads to. */
export function typeAt(type: Type, pointer: string): Type | undefined {
  return pointer.split("/").slice(1).reduce(childType, type as Type | undefined);
}

function ownName(type: Type | undefined, name: string): string {
  const struct = structOf(type);
  return struct?.properties.get(name)?.name ?? name;
}

function childType(type: Type | undefined, token: string): Type | undefined {
  switch (type?.kind) {
    case "struct":
      return type.properties.get(token)?.type;
    case "map":
      return type.value;
    case "list":
      return type.element;
    case "schemaOrArray":
      return /^\d|^-/.test(token) ? type.schema : childType(type.schema, token);
    default:
      return childTypeOfUnion(type, token);
  }
}

function childTypeOfUnion(type: Type | undefined, token: string): Type | undefined {
  const struct = structOf(type);
  return struct === undefined ? undefined : childType(struct, token);
}

function structOf(type: Type | undefined): StructType | undefined {
  if (type === undefined || type.kind === "list" || type.kind === "map") return undefined;
  return type.kind === "struct" ? type : type.schema;
}
