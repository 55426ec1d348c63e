/**
 * What an object in Protobuf says, as far as that can be told: there a field that is zero can't be
 * told from one that was left out, and an apply sets no more than it says.
 *
 * @module
 */

import type { JsonObject } from "../../toolkit/codec/mod.ts";
import type { Field, StructType, Type } from "../../toolkit/schema/mod.ts";

/** The object without fields that are zero and are no pointers. */
export function saidFields(type: StructType, object: JsonObject): JsonObject {
  const said: JsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const field = type.properties.get(name);
    const kept = field === undefined ? value : saidValue(field.type, value);
    if (field === undefined || !isUnset(field, kept)) said[name] = kept;
  }
  return said;
}

function saidValue(type: Type, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (type.kind === "struct") return saidFields(type, value as JsonObject);
  if (type.kind === "list" && Array.isArray(value)) {
    return value.map((element) => saidValue(type.element, element));
  }
  if (type.kind === "map") {
    const entries = Object.entries(value as JsonObject);
    return Object.fromEntries(entries.map(([key, one]) => [key, saidValue(type.value, one)]));
  }
  return value;
}

function isUnset({ pointer, type }: Field, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (pointer) return false;
  if (type.kind === "struct") return Object.keys(value as JsonObject).length === 0;
  return value === "" || value === 0 || value === 0n || value === false;
}
